import { expect, test } from 'vitest'
import { createUploadList, type UploadOptions, uploadedItems } from './upload-list.ts'

type Sent = { file: File; options: UploadOptions; done: (url: string) => void; fail: () => void }

function givenList({ max = 3 } = {}) {
  const sent: Sent[] = []
  const list = createUploadList({
    max,
    tooMany: `At most ${max} files`,
    problemWith: (file) => (file.type === '' ? `${file.name} is not an image` : undefined),
    upload: (file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new Error('cancelled')))
        const fail = () => reject(new Error('The connection was lost'))
        sent.push({ file, options, done: (url) => resolve({ url }), fail })
      }),
  })
  const states = () => list.items.state.map(({ name, state }) => `${name} ${state}`)
  return { list, sent, states }
}

const file = (name: string, type = 'image/png') => new File(['x'], name, { type })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('two files are sent at a time, each with its progress', async () => {
  const { list, sent, states } = givenList()
  list.add([file('a'), file('b'), file('c')])
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  sent[1]?.options.onProgress(0.5)
  expect(list.items.state[1]?.progress).toBe(0.5)
  sent[0]?.done('/files/a')
  await settled()
  expect(states()).toEqual(['a done', 'b sending', 'c sending'])
  expect(list.items.state[0]?.url).toBe('/files/a')
})

test('a file that is refused is not sent and does not stop the others', () => {
  const { list, sent, states } = givenList()
  list.add([file('notes.txt', ''), file('a')])
  expect(states()).toEqual(['notes.txt failed', 'a sending'])
  expect(list.items.state[0]).toMatchObject({ error: 'notes.txt is not an image', canRetry: false })
  expect(sent).toHaveLength(1)
})

test('after a lost connection the same file can be sent again', async () => {
  const { list, sent, states } = givenList()
  list.add([file('a')])
  sent[0]?.fail()
  await settled()
  expect(list.items.state[0]).toMatchObject({ error: 'The connection was lost', canRetry: true })
  list.retry(1)
  sent[1]?.done('/files/a')
  await settled()
  expect(states()).toEqual(['a done'])
  expect(list.items.state[0]?.error).toBeUndefined()
  expect(sent[1]?.file).toBe(sent[0]?.file)
})

test('a cancelled file is no longer sent and leaves its place to the next', async () => {
  const { list, sent, states } = givenList()
  list.add([file('a'), file('b'), file('c')])
  list.remove(1)
  expect(sent[0]?.options.signal.aborted).toBe(true)
  await settled()
  expect(states()).toEqual(['b sending', 'c sending'])
})

test('no more than the most files, counting those uploaded earlier', () => {
  const { list, states } = givenList({ max: 1 })
  list.add([file('a'), file('b')])
  expect(states()).toEqual(['a sending', 'b failed'])
  expect(list.items.state[1]?.error).toBe('At most 1 files')
  const earlier = uploadedItems([{ url: '/files/x', name: 'Photo', isVideo: false }])
  expect(earlier[0]).toMatchObject({ id: 1, state: 'done', url: '/files/x' })
})
