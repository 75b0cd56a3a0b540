import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWebProcesses } from './web-processes.ts'

vi.setConfig({ testTimeout: 60_000 })

const ANSWERS_AND_FINISHES = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(3)
    if (request.url === '/slow') return setTimeout(() => response.end('done'), 500)
    response.setHeader('connection', 'close').end(String(process.pid))
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.once('SIGTERM', () => server.close(() => process.exit(0)))`

const REFUSES_TO_STOP = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => response.end('hello'))
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.on('SIGTERM', () => {})`

const PATIENCE = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'petal-web-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a web process that dies is replaced, and a stop lets running requests finish', async () => {
  const web = await start(ANSWERS_AND_FINISHES)
  const address = `http://127.0.0.1:${await web.listening}`
  const before = await whoAnswers(address)
  expect(before).toHaveLength(2)

  await fetch(`${address}/die`).catch(() => {})
  const isReplaced = async () => {
    const now = await whoAnswers(address)
    return now.length === 2 && now.some((pid) => !before.includes(pid))
  }
  await expect.poll(isReplaced, { timeout: 20_000 }).toBe(true)

  const slow = fetch(`${address}/slow`).then((response) => response.text())
  await fetch(address)
  await web.stop(PATIENCE)
  expect(await slow).toBe('done')
  await expect(fetch(address)).rejects.toThrow()
})

test('when no web process can start, that is the end, with an error', async () => {
  const web = await start('process.exit(1)')
  await expect(web.listening).rejects.toThrow('No web process could start')
  await web.stop(PATIENCE)
})

test('in a hurry, a process that does not want to stop is killed', async () => {
  const web = await start(REFUSES_TO_STOP)
  const address = `http://127.0.0.1:${await web.listening}`
  await web.stop(AbortSignal.abort())
  await expect(fetch(address)).rejects.toThrow()
})

async function start(code: string) {
  const program = path.join(folder, 'main.mjs')
  await writeFile(program, code)
  return startWebProcesses({ program, count: 2, env: {}, log: () => {} })
}

async function whoAnswers(address: string) {
  const ask = () => fetch(address).then((response) => response.text())
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask().catch(() => undefined)))
  return [...new Set(answers.filter((pid) => pid !== undefined))]
}
