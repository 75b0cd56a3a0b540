import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebProcesses } from './web-processes.ts'

const ANSWERS_AND_FINISHES = `
  import { createServer } from 'node:http'
  import { Server } from 'node:net'
  const slow = []
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(3)
    if (request.url === '/slow') return slow.push(response), response.flushHeaders()
    response.setHeader('connection', 'close').end(String(process.pid))
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  const finish = () => {
    // That of HTTP also closes connections whose request is still on its way.
    Server.prototype.close.call(server, () => process.exit(0))
    for (const response of slow) response.end('done')
  }
  process.once('SIGTERM', finish)
  process.once('message', finish)`

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
  let before: string[] = []
  const areBothUp = async () => {
    before = await respondingProcesses(address)
    return before.length === 2
  }
  await expect.poll(areBothUp, { timeout: 20_000 }).toBe(true)

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

test('while a process is frozen, the other takes every connection', async () => {
  const web = await start(ANSWERS_AND_FINISHES)
  const address = `http://127.0.0.1:${await web.listening}`
  const [frozen = ''] = await respondingProcesses(address)
  process.kill(Number(frozen), 'SIGSTOP')
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(address)).text()),
  )
  expect(answers).not.toContain(frozen)
  process.kill(Number(frozen), 'SIGKILL')
  await web.stop(PATIENCE)
})

test('a request that waits for the only process, which is killed, is answered by the next one or closed', async () => {
  const web = await start(ANSWERS_AND_FINISHES, 1)
  const address = `http://127.0.0.1:${await web.listening}`
  const only = Number(await (await fetch(address)).text())
  process.kill(only, 'SIGSTOP')
  const waiting = fetch(address).then(
    (response) => response.text(),
    () => 'closed',
  )
  process.kill(only, 'SIGKILL')
  expect(await waiting).not.toBe(String(only))
  await web.stop(PATIENCE)
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

test('a rolling restart replaces every process, and no request fails meanwhile', async () => {
  const web = await start(ANSWERS_AND_FINISHES)
  const address = `http://127.0.0.1:${await web.listening}`
  const before = await respondingProcesses(address)
  const slow = await fetch(`${address}/slow`)
  let isRestarting = true
  const visitors = Array.from({ length: 5 }, async () => {
    const answers: string[] = []
    while (isRestarting) answers.push(await (await fetch(address)).text())
    return answers
  })
  await web.restart()
  isRestarting = false
  const answers = (await Promise.all(visitors)).flat()
  expect(await slow.text()).toBe('done')
  expect(answers.length).toBeGreaterThan(0)
  const after = await respondingProcesses(address)
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  await web.stop(PATIENCE)
})

test('when the new program does not start, the old processes go on', async () => {
  const web = await start(ANSWERS_AND_FINISHES)
  const address = `http://127.0.0.1:${await web.listening}`
  const before = await respondingProcesses(address)
  await write('process.exit(1)')
  await expect(web.restart()).rejects.toThrow('A new web process did not start')
  expect(before).toContain(await (await fetch(address)).text())
  await write(ANSWERS_AND_FINISHES)
  await web.restart()
  expect(before).not.toContain(await (await fetch(address)).text())
  await web.stop(PATIENCE)
})

const saying = (text: string) => `
  import { createServer } from 'node:http'
  const answer = (_, response) => response.setHeader('connection', 'close').end('${text}')
  const server = createServer(answer)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.once('SIGTERM', () => process.exit(0))
  process.once('message', () => server.close(() => process.exit(0)))`

/** The program of another version. */
async function givenVersion(code: string) {
  const file = path.join(folder, 'next.mjs')
  await writeFile(file, code)
  return file
}

test('another version takes over, process by process', async () => {
  const web = await start(saying('before'))
  const address = `http://127.0.0.1:${await web.listening}`
  await web.restart(await givenVersion(saying('next')))
  expect(await respondingProcesses(address)).toEqual(['next'])
  await web.stop(PATIENCE)
})

test('a version of which one process does not start is taken back', async () => {
  const web = await start(saying('before'))
  const address = `http://127.0.0.1:${await web.listening}`
  const mark = path.join(folder, 'started')
  const startsOnce = `
    import { existsSync, writeFileSync } from 'node:fs'
    if (existsSync('${mark}')) process.exit(1)
    writeFileSync('${mark}', '')
    ${saying('next')}`
  await expect(web.restart(await givenVersion(startsOnce))).rejects.toThrow(
    'A new web process did not start',
  )
  expect(await respondingProcesses(address)).toEqual(['before'])
  await web.stop(PATIENCE)
})

test('a version that neither listens nor ends does not take over', async () => {
  const web = await start(saying('before'), 1, { readyLimitMs: 200 })
  const address = `http://127.0.0.1:${await web.listening}`
  const hangs = await givenVersion('setInterval(() => {}, 1000)')
  await expect(web.restart(hangs)).rejects.toThrow('A new web process did not start')
  expect(await respondingProcesses(address)).toEqual(['before'])
  await web.stop(PATIENCE)
})

const programFile = () => path.join(folder, 'main.mjs')
const write = (code: string) => writeFile(programFile(), code)

async function start(code: string, count = 2, more: { readyLimitMs?: number } = {}) {
  const program = programFile()
  await write(code)
  const isShuttingDown = () => false
  return startWebProcesses({ program, count, env: {}, log: () => {}, isShuttingDown, ...more })
}

async function respondingProcesses(address: string) {
  const ask = () => fetch(address).then((response) => response.text())
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask().catch(() => undefined)))
  return [...new Set(answers.filter((pid) => pid !== undefined))]
}
