import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { encodeOneAtATime, mostWaitingUploads, refuseWhenBusy } from './encoding-queue.ts'

const POLL = { timeout: 20_000 }

/** Stands in for the encoder: waits while the file `hold` exists, and ends half-way when `crash` does. */
const ENCODER = `
  import { appendFileSync, copyFileSync, existsSync } from 'node:fs'
  const file = (name) => new URL(name, import.meta.url)
  process.on('message', ({ id, task }) => {
    appendFileSync(file('log'), 'begin ')
    if (existsSync(file('crash'))) process.kill(process.pid, 'SIGKILL')
    const timer = setInterval(() => {
      if (existsSync(file('hold'))) return
      clearInterval(timer)
      copyFileSync(task.from, task.to)
      appendFileSync(file('log'), 'end ')
      process.send({ id, result: { width: 20, height: 20 } })
    }, 5)
  })
  process.once('disconnect', () => process.exit(0))
`

type Shop = Awaited<ReturnType<typeof givenServer>>
let folder: string
let shops: [Shop, Shop]
let visitors: [Visitor, Visitor]
let photo: Buffer
const failures: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petal-encoder-'))
  const encoderProgram = join(folder, 'encoder.mjs')
  await writeFile(encoderProgram, ENCODER)
  const env = { LOG_LEVEL: 'error' }
  const options = { encoderProgram, env, logTo: { write: (line: string) => failures.push(line) } }
  const first = await givenServer(options)
  shops = [first, await givenServer({ ...options, databaseUrl: first.databaseUrl })]
  visitors = [await signedIn(first), await signedIn(shops[1])]
  photo = await givenPhoto(20, 20)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  await writeFile(join(folder, 'log'), '')
  failures.length = 0
})

const signedIn = async (shop: Shop) => givenSignedIn(shop, await givenProfile(shop.db))
const log = async () => (await readFile(join(folder, 'log'), 'utf8')).trim()
const put = (name: string) => writeFile(join(folder, name), '')
const remove = (name: string) => rm(join(folder, name))
/** The module's queue is of one process; these are two in the eyes of the database. */
const encode = (shop: Shop, name: string) =>
  shop.encodePicture({
    ...{ purpose: 'rendition', from: join(folder, 'encoder.mjs'), to: join(folder, name) },
    ...{ width: 20, format: 'webp' },
  })
const encodingLocks = async (granted: boolean) => {
  const { rows } = await shops[0].db.execute<{ pid: number }>(
    sql`select pid from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and objsubid = 2 and d.datname = current_database()
      and granted = ${granted}`,
  )
  return rows.map(({ pid }) => pid)
}

test('two web processes never encode at the same time', async () => {
  await put('hold')
  const pictures = [encode(shops[0], 'a'), encode(shops[1], 'b')]
  await expect.poll(() => encodingLocks(false), POLL).toHaveLength(1)
  await expect.poll(log, POLL).toBe('begin')
  await remove('hold')
  await Promise.all(pictures)
  expect(await log()).toBe('begin end begin end')
  expect(await encodingLocks(true)).toEqual([])
})

test('a process that is gone in the middle of a picture holds up nobody', async () => {
  await put('hold')
  const lost = encode(shops[0], 'a').catch((error: Error) => error)
  await expect.poll(log, POLL).toBe('begin')
  const next = encode(shops[1], 'b')
  await expect.poll(() => encodingLocks(false), POLL).toHaveLength(1)
  const [holder] = await encodingLocks(true)
  await shops[1].db.execute(sql`select pg_terminate_backend(${holder})`)
  await expect.poll(log, POLL).toBe('begin begin')
  await remove('hold')
  expect(await next).toEqual({ width: 20, height: 20 })
  expect(await lost).toBeInstanceOf(Error)
})

test('an encoder that ends half-way fails its upload in plain words, and the next one works', async () => {
  await put('crash')
  const failed = await upload(shops[0], visitors[0], photo)
  expect(failed).toMatchObject({
    status: 503,
    body: {
      ...{ defined: true, code: 'PICTURE_NOT_ENCODED' },
      message: 'The picture could not be processed. Please try again or choose another one.',
    },
  })
  expect(failures.join()).toContain('The picture encoder ended (SIGKILL)')
  await remove('crash')
  expect((await upload(shops[0], visitors[0], photo)).status).toBe(200)
  expect((await upload(shops[1], visitors[1], photo)).status).toBe(200)
})

test('when too many pictures wait, the next is refused for now and all others are stored', async () => {
  const [shop] = shops
  const [visitor] = visitors
  let release = () => {}
  const held = encodeOneAtATime(() => new Promise<void>((resolve) => (release = resolve)))
  // The one to encode next, and those behind it.
  const waiting = Array.from({ length: mostWaitingUploads(shop.config) + 1 }, () =>
    upload(shop, visitor, photo),
  )
  await expect.poll(() => isBusy(shop), POLL).toBe(true)
  const refused = await upload(shop, visitor, photo)
  expect(refused).toMatchObject({ status: 503, body: { code: 'UPLOADS_BUSY', defined: true } })
  expect(refused.retryAfter).toBe('5')
  expect((await upload(shop, visitor, givenMp4())).status).toBe(503)
  release()
  await held
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status }) => status)).toEqual(waiting.map(() => 200))
  expect((await upload(shop, visitor, photo)).status).toBe(200)
})

test('the queue of a machine is shared by its web processes', () => {
  const { config } = shops[0]
  const shares = [1, 2, 4, 64].map((webConcurrency) =>
    mostWaitingUploads({ ...config, webConcurrency }),
  )
  expect(shares).toEqual([20, 10, 5, 2])
})

function isBusy({ config }: Shop) {
  try {
    refuseWhenBusy(config)
    return false
  } catch {
    return true
  }
}
