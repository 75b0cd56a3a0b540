import { expect, test } from 'vitest'
import type { UploadOptions } from '#web/lib/upload-file.ts'
import { createUploadList } from './upload-list.ts'

type Sent = {
  file: File
  options: UploadOptions
  done: (url: string) => Promise<void>
  fail: (canRetry?: boolean) => Promise<void>
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function givenList({ room = 3, stopAtFirstBad = false } = {}) {
  const sent: Sent[] = []
  const [uploaded, problems, batches]: [string[], string[], string[][]] = [[], [], []]
  const list = createUploadList({
    tooMany: 'At most 3 files',
    room: () => room - list.items.state.filter(({ problem }) => !problem).length,
    stopAtFirstBad,
    onUploaded: (item, url) => uploaded.push(`${item.name} ${url}`),
    onProblem: ({ message }) => problems.push(message),
    onBatchEnd: (urls) => batches.push(urls),
    rules: {
      problemWith: ({ name, type }) =>
        type === ''
          ? { title: 'Invalid file', message: `${name} is not an image`, canRetry: false }
          : undefined,
      explain: (_, error) => ({
        title: 'Upload failed',
        message: String(error),
        canRetry: error !== 'refused',
      }),
      upload: (file, options) =>
        new Promise((resolve, reject) => {
          options.signal.addEventListener('abort', () => reject(new Error('cancelled')))
          sent.push({
            file,
            options,
            done: async (url) => {
              resolve({ url, type: 'image/png', bytes: 1, width: 1, height: 1 })
              await settled()
            },
            fail: async (canRetry = true) => {
              reject(canRetry ? 'interrupted' : 'refused')
              await settled()
            },
          })
        }),
    },
  })
  const states = () => list.items.state.map(({ name, state }) => `${name} ${state}`)
  return { list, sent, states, uploaded, problems, batches }
}

const file = (name: string, type = 'image/png') => new File(['x'], name, { type })

test('two files are sent at a time, each with its progress', async () => {
  const { list, sent, states, uploaded } = givenList()
  list.add([file('a'), file('b'), file('c')])
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  sent[1]?.options.onProgress(0.5)
  expect(list.items.state[1]?.progress).toBe(0.5)
  await sent[0]?.done('/files/a')
  expect(states()).toEqual(['a done', 'b sending', 'c sending'])
  expect(uploaded).toEqual(['a /files/a'])
})

test('a file that is refused is not sent and does not stop the others', () => {
  const { list, sent, states, problems } = givenList()
  list.add([file('notes.txt', ''), file('a')])
  expect(states()).toEqual(['notes.txt failed', 'a sending'])
  expect(problems).toEqual(['notes.txt is not an image'])
  expect(sent).toHaveLength(1)
})

// Shows B5.19
test('where the first bad file stops the batch, those after it are left out', async () => {
  const { list, states } = givenList({ stopAtFirstBad: true })
  list.add([file('a'), file('notes.txt', ''), file('b')])
  expect(states()).toEqual(['a sending', 'notes.txt failed'])
})

// Shows B5.19
test('where the first bad file stops the batch, the server may be the one to find it', async () => {
  const { list, sent, states } = givenList({ stopAtFirstBad: true })
  list.add([file('a'), file('b'), file('c')])
  await sent[0]?.fail(false)
  expect(states()).toEqual(['a failed', 'b sending'])
})

test('after a lost connection the same file can be sent again', async () => {
  const { list, sent, states } = givenList()
  list.add([file('a')])
  await sent[0]?.fail()
  expect(list.items.state[0]?.problem).toMatchObject({ message: 'interrupted', canRetry: true })
  list.retry(1)
  await sent[1]?.done('/files/a')
  expect(states()).toEqual(['a done'])
  expect(list.items.state[0]?.problem).toBeUndefined()
  expect(sent[1]?.file).toBe(sent[0]?.file)
})

test('a cancelled file is no longer sent, is no problem and leaves its place to the next', async () => {
  const { list, sent, states, problems } = givenList()
  list.add([file('a'), file('b'), file('c')])
  list.remove(1)
  expect(sent[0]?.options.signal.aborted).toBe(true)
  await settled()
  expect(states()).toEqual(['b sending', 'c sending'])
  expect(problems).toEqual([])
})

test('no more files than there is room for', () => {
  const { list, states, problems } = givenList({ room: 1 })
  list.add([file('a'), file('b')])
  expect(states()).toEqual(['a sending', 'b failed'])
  expect(problems).toEqual(['At most 3 files'])
})

test('what was chosen together is reported once, when the last has ended', async () => {
  const { list, sent, batches } = givenList()
  list.add([file('a'), file('b'), file('c')])
  await sent[0]?.done('/files/a')
  await sent[1]?.fail()
  expect(batches).toEqual([])
  await sent[2]?.done('/files/c')
  expect(batches).toEqual([['/files/a', '/files/c']])
})

test('a new choice clears what was refused before', () => {
  const { list, states } = givenList()
  list.add([file('notes.txt', '')])
  list.add([file('a')])
  expect(states()).toEqual(['a sending'])
})
