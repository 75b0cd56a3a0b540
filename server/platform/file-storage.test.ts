import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenS3 } from '#server/testing/s3.ts'
import { loadConfig } from './config.ts'
import { type FileStorage, openFileStorage } from './file-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'petal-storage-'))
let files = 0

function givenFile(content: string | Buffer) {
  const path = join(folder, `file-${++files}`)
  writeFileSync(path, content)
  return path
}

const storageOf = (env: Record<string, string> = {}) =>
  openFileStorage(loadConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), ...env }))

async function read(storage: FileStorage, name: string, range?: { start: number; end: number }) {
  const found = await storage.open(name, range)
  return found && { bytes: found.bytes, text: (await buffer(found.stream)).toString() }
}

describe.each([
  ['the disk', async () => ({ env: {} })],
  ['S3', givenS3],
])('%s', (_, given) => {
  let storage: FileStorage
  beforeAll(async () => {
    storage = await storageOf((await given()).env)
  })

  test('a file is stored, measured and read, whole or in part', async () => {
    expect(await storage.put('a.png', givenFile('0123456789'), 'image/png')).toBe(true)
    expect(await storage.size('a.png')).toBe(10)
    expect(await read(storage, 'a.png')).toEqual({ bytes: 10, text: '0123456789' })
    expect(await read(storage, 'a.png', { start: 2, end: 4 })).toEqual({ bytes: 3, text: '234' })
    expect(await read(storage, 'a.png', { start: 9, end: 9 })).toEqual({ bytes: 1, text: '9' })
  })

  // Shows B5.25
  test('a stored file is never overwritten', async () => {
    await storage.put('b.png', givenFile('first'), 'image/png')
    expect(await storage.put('b.png', givenFile('second'), 'image/png')).toBe(false)
    expect(await read(storage, 'b.png')).toEqual({ bytes: 5, text: 'first' })
  })

  test('what is not there has no size, can not be read and counts as removed', async () => {
    expect(await storage.size('none.png')).toBeUndefined()
    expect(await storage.open('none.png')).toBeUndefined()
    await storage.remove(['none.png'])
  })

  test('a removed file is gone, the others stay', async () => {
    for (const name of ['c.png', 'd.png', 'e.png'])
      await storage.put(name, givenFile(name), 'image/png')
    await storage.remove(['c.png', 'd.png'])
    const sizes = await Promise.all(['c.png', 'd.png', 'e.png'].map((name) => storage.size(name)))
    expect(sizes).toEqual([undefined, undefined, 5])
  })

  test('a storage that can be used says so', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})

describe('an S3 that can not be used', () => {
  test.each([
    ['a wrong key', { S3_ACCESS_KEY_ID: 'wrong' }, /S3_SECRET_ACCESS_KEY may not use it/],
    ['an unknown bucket', { S3_BUCKET: 'another' }, /no bucket of that name \(S3_BUCKET\)/],
    ['no server', { S3_ENDPOINT: 'http://127.0.0.1:9' }, /S3_ENDPOINT does not answer/],
  ])('%s is named for the owner', async (_, wrong, words) => {
    const { env } = await givenS3()
    const storage = await storageOf({ ...env, ...wrong })
    await expect(storage.check()).rejects.toThrow(words)
    await expect(storage.put('a.png', givenFile('a'), 'image/png')).rejects.toThrow()
  })

  test('one that hangs is given up after the configured time', async () => {
    const { env, trouble } = await givenS3()
    const storage = await storageOf({ ...env, S3_TIMEOUT_SECONDS: '0.2' })
    for (const method of ['HEAD', 'PUT', 'GET', 'DELETE']) trouble.set(method, 'hang')
    await expect(storage.size('a.png')).rejects.toThrow(/abort/i)
    await expect(storage.open('a.png')).rejects.toThrow(/abort/i)
    await expect(storage.remove(['a.png'])).rejects.toThrow(/abort/i)
    trouble.delete('HEAD')
    await expect(storage.put('a.png', givenFile('a'), 'image/png')).rejects.toThrow(/abort/i)
  })

  test('one that says 200 and stores nothing is not believed', async () => {
    const { env, trouble } = await givenS3()
    const storage = await storageOf(env)
    trouble.set('PUT', 'lose')
    await expect(storage.put('a.png', givenFile('a'), 'image/png')).rejects.toThrow(
      'The bucket accepted 1 bytes and stored 0',
    )
    trouble.clear()
    expect(await storage.put('a.png', givenFile('a'), 'image/png')).toBe(true)
  })

  test('an interrupted file is sent again, from its beginning', async () => {
    const { env, trouble, requests } = await givenS3()
    const storage = await storageOf(env)
    const content = Buffer.alloc(300_000, 'x')
    trouble.set('PUT', 'cut once')
    expect(await storage.put('a.png', givenFile(content), 'image/png')).toBe(true)
    expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2)
    expect(await storage.size('a.png')).toBe(content.length)
  })
})
