import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSimulator } from './simulator.ts'
import { givenSession, givenShop, givenSimulator, readMerchantPath, refund } from './testing.ts'

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('sessions, orders, payments and refunds survive a restart', async () => {
  const folder = await givenFolder()
  const ledgerFile = join(folder, 'deeper', 'ledger.json')
  const before = await startSimulator({ ledgerFile })
  const open = await givenSession(before)
  const { payment } = await before.control.pay((await givenSession(before)).id)
  await refund(before, { charge: payment!.id, amount: 500 })
  const remembered = before.control.ledger()
  await before.stop()

  const after = await givenSimulator({ ledgerFile })
  expect(after.control.ledger()).toEqual(remembered)
  expect((await readMerchantPath(after, `/payments/${payment!.id}`)).status).toBe(200)
  expect((await refund(after, { charge: payment!.id, amount: 1500 })).status).toBe(400)
  expect((await after.control.pay(open.id)).outcome).toBe('approved')
  expect(await readdir(join(folder, 'deeper'))).toEqual(['ledger.json'])
})

test('what was answered is on disk, even if the simulator is never stopped', async () => {
  const ledgerFile = join(await givenFolder(), 'ledger.json')
  const crashed = await givenSimulator({ ledgerFile })
  await Promise.all(Array.from({ length: 50 }, () => givenSession(crashed)))
  const next = await givenSimulator({ ledgerFile })
  expect(next.control.ledger().sessions).toHaveLength(50)
})

test('sessions that nobody tried to pay are forgotten after a day', async () => {
  const ledgerFile = join(await givenFolder(), 'ledger.json')
  const before = await startSimulator({ ledgerFile })
  await givenSession(before)
  const paid = await givenSession(before)
  await before.control.pay(paid.id)
  await before.stop()
  const after = await givenSimulator({ ledgerFile, now: () => Date.now() + 25 * 3600_000 })
  expect(after.control.ledger().sessions.map(({ id }) => id)).toEqual([paid.id])
})

test('a damaged ledger is not silently replaced', async () => {
  const ledgerFile = join(await givenFolder(), 'ledger.json')
  await writeFile(ledgerFile, '{"sessions": [')
  await expect(startSimulator({ ledgerFile })).rejects.toThrow('is not JSON')
})

test('it does not start in production mode', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startSimulator()).rejects.toThrow('NODE_ENV=production')
})

test('the page can have another public address', async () => {
  const simulator = await givenSimulator({ publicUrl: 'https://pay.example/' })
  expect((await givenSession(simulator)).href).toMatch(/^https:\/\/pay\.example\/checkout\//)
})

test('money can come after the session ended', async () => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  await simulator.control.expire(id)
  expect((await simulator.control.pay(id)).outcome).toBe('expired')
  const late = await simulator.control.pay(id, '4242 4242 4242 4242', { late: true })
  expect(late).toMatchObject({
    outcome: 'approved',
    redirectUrl: expect.stringContaining('success'),
  })
  expect((await simulator.control.pay(id)).outcome).toBe('already-paid')
})

test('only what is known can be paid, switched and sent', async () => {
  const { control } = await givenSimulator()
  await expect(control.pay('nothing')).rejects.toThrow('no session')
  await expect(control.sendWebhook('nothing')).rejects.toThrow('no payment')
  // @ts-expect-error a misspelt switch
  expect(() => control.set({ webhok: {} })).toThrow()
  expect(() => control.set({ webhook: { dropFraction: 2 } })).toThrow()
})

test('reset brings back the settings and the clock of the start', async () => {
  const { control } = await givenSimulator({ webhookUrl: 'http://127.0.0.1:1/', now: () => 5000 })
  const atStart = control.settings()
  control.set({ userAgent: 'required', webhook: { copies: 2, url: null } })
  control.set({ faults: [{ on: 'any', fault: 'drop' }] })
  expect(control.advanceClock(1000)).toBe(6000)
  expect(control.reset()).toEqual(atStart)
  expect(control.advanceClock(0)).toBe(5000)
})

async function ask(url: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}/_control${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('another process can do everything over HTTP', async () => {
  const shop = await givenShop()
  const { url, control } = await givenSimulator({ webhookUrl: shop.url })
  const { id } = await givenSession({ url, control, stop: async () => undefined })
  const set = await ask(url, 'POST', '/settings', { webhook: { timing: 'hold' } })
  expect(set.body.webhook.timing).toBe('hold')
  const paid = await ask(url, 'POST', '/pay', { sessionId: id, card: '4242424242424242' })
  expect(paid.body).toMatchObject({ outcome: 'approved', payment: { amount: 1999 } })
  expect((await ask(url, 'GET', '/webhooks')).body).toMatchObject([{ state: 'held' }])
  await ask(url, 'POST', '/webhooks/release', { order: 'reverse' })
  const paymentId = paid.body.payment.id
  await ask(url, 'POST', '/webhooks/send', { paymentId, signature: 'wrong' })
  expect((await ask(url, 'GET', '/idle')).body).toHaveLength(2)
  expect(shop.received).toHaveLength(2)
  expect((await ask(url, 'GET', '/ledger')).body.payments).toHaveLength(1)
  expect((await ask(url, 'POST', '/clock', { advanceMs: 1000 })).body.now).toBeGreaterThan(0)
  expect((await ask(url, 'DELETE', '/settings')).body.webhook.timing).toBe('before-redirect')
  expect((await ask(url, 'DELETE', '/ledger')).body.sessions).toEqual([])
})

test('a session can be expired over HTTP', async () => {
  const simulator = await givenSimulator()
  const { id, href } = await givenSession(simulator)
  await ask(simulator.url, 'POST', '/expire', { sessionId: id })
  expect(await (await fetch(href)).text()).toContain('This payment page has expired')
})

test('a mistake in the control JSON is explained', async () => {
  const { url } = await givenSimulator()
  const wrong = await ask(url, 'POST', '/settings', { webhook: { timing: 'sometimes' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body.message).toContain('webhook.timing')
  expect((await ask(url, 'GET', '/')).body.known).toContain('POST /_control/pay')
})

test.each([
  ['a web page', { origin: 'https://evil.example' }],
  ['another name for this machine', { host: 'evil.example' }],
  ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('the settings are out of reach for %s', async (_, headers) => {
  const { url } = await givenSimulator()
  const [answer] = await once(request(`${url}/_control/ledger`, { headers }).end(), 'response')
  answer.resume()
  expect(answer.statusCode).toBe(403)
})

const main = fileURLToPath(new URL('../server/programs/clover-simulator.ts', import.meta.url))
const loader = ['--import', 'tsx']

function startMain(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...loader, main], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('as a process it says where it listens and stops at a signal', {
  timeout: 30_000,
}, async () => {
  const ledger = join(await givenFolder(), 'ledger.json')
  const child = startMain({ CLOVER_SIMULATOR_PORT: '0', CLOVER_SIMULATOR_LEDGER: ledger })
  const [line] = await once(child.stdout, 'data')
  const [, url] = /^Clover simulator listening on (\S+) .*\n$/.exec(String(line)) ?? []
  expect(await (await fetch(url!)).text()).toContain('Simulated payment: no card is charged')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('as a process it ends with the one that started it', { timeout: 30_000 }, async () => {
  const child = fork(main, { execArgv: loader, silent: true })
  await once(child.stdout!, 'data')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('as a process it refuses production mode and says why', { timeout: 30_000 }, async () => {
  const child = startMain({ NODE_ENV: 'production' })
  const [[text], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')])
  expect(String(text)).toContain('does not start with NODE_ENV=production')
  expect(code).toBe(1)
})
