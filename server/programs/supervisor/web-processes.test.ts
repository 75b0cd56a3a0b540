import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebProcesses } from './web-processes.ts'

const ANSWERS_AND_FINISHES = `
  import { createServer } from 'node:http'
  const slow = []
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(3)
    if (request.url === '/slow') return slow.push(response), response.flushHeaders()
    response.setHeader('connection', 'close').end(String(process.pid))
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.once('SIGTERM', () => {
    server.close(() => process.exit(0))
    for (const response of slow) response.end('done')
  })`

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
  const before = await respondingProcesses(address)
  expect(before).toHaveLength(2)

  await fetch(`${address}/die`).catch(() => {})
  const isReplaced = async () => {
    const now = await respondingProcesses(address)
    return now.length === 2 && now.some((pid) => !before.includes(pid))
  }
  await expect.poll(isReplaced, { timeout: 20_000 }).toBe(true)

  // Its headers have arrived, so a process is at work on it; the body comes after the stop began.
  const slow = await fetch(`${address}/slow`)
  await web.stop(PATIENCE)
  expect(await slow.text()).toBe('done')
  await expect(fetch(address)).rejects.toThrow()
})

describe('a connection that was given to a process which is killed before it takes it', () => {
  test('is answered by another process', async () => {
    const web = await start(ANSWERS_AND_FINISHES)
    const address = `http://127.0.0.1:${await web.listening}`
    const [frozen = ''] = await respondingProcesses(address)
    process.kill(Number(frozen), 'SIGSTOP')
    let answered = 0
    const ask = async () => {
      const answer = await (await fetch(address)).text()
      answered++
      return answer
    }
    // The primary gives connections in turns, so one of them waits in the frozen process.
    const answers = Promise.all(Array.from({ length: 6 }, ask))
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(5)
    process.kill(Number(frozen), 'SIGKILL')
    expect(await answers).not.toContain(frozen)
    await web.stop(PATIENCE)
  })

  test('is closed when there is no other', async () => {
    const web = await start(ANSWERS_AND_FINISHES, 1)
    const port = await web.listening
    const only = Number(await (await fetch(`http://127.0.0.1:${port}`)).text())
    process.kill(only, 'SIGSTOP')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    // A second connection is accepted after the first one was handed over.
    await once(connect(port, '127.0.0.1'), 'connect')
    process.kill(only, 'SIGKILL')
    await closed
    await web.stop(PATIENCE)
  })
})

test('when no web process can start, starting fails with an error', async () => {
  const web = await start('process.exit(1)')
  await expect(web.listening).rejects.toThrow('No web process could start')
  await web.stop(PATIENCE)
})

test('when aborted, stopping kills a process that ignores SIGTERM', async () => {
  const web = await start(REFUSES_TO_STOP)
  const address = `http://127.0.0.1:${await web.listening}`
  await web.stop(AbortSignal.abort())
  await expect(fetch(address)).rejects.toThrow()
})

async function start(code: string, count = 2) {
  const program = path.join(folder, 'main.mjs')
  await writeFile(program, code)
  return startWebProcesses({ program, count, env: {}, log: () => {}, isShuttingDown: () => false })
}

async function respondingProcesses(address: string) {
  const ask = () => fetch(address).then((response) => response.text())
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask().catch(() => undefined)))
  return [...new Set(answers.filter((pid) => pid !== undefined))]
}
