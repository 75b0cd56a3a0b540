import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { givenProduct } from '../testing/factories.ts'
import { givenServer, MERCHANT_ACCOUNT } from '../testing/server.ts'

const CANARY = 'zebrafinch'

test('nothing that a visitor sends or that a failed query carries reaches the log', async () => {
  const lines: string[] = []
  const server = await givenServer({
    env: { ...MERCHANT_ACCOUNT, LOG_LEVEL: 'trace' },
    logTo: { write: (line) => lines.push(line) },
  })
  const product = await givenProduct(server.db)
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return response.status
  }
  const email = `${CANARY}@example.com`
  const message = { name: CANARY, email, phone: CANARY, message: CANARY }
  const address = {
    fullName: CANARY,
    email,
    address: CANARY,
    city: CANARY,
    state: CANARY,
    zipCode: CANARY,
    country: CANARY,
  }
  const order = {
    idempotency_key: crypto.randomUUID(),
    lines: [{ product_id: product.id, quantity: 1 }],
    shipping_address: address,
    total: product.price,
  }
  const account = { email, password: `${CANARY}-password` }

  expect(await send('/auth/sign-in/email', `{"password":"${CANARY}`)).toBe(400)
  expect(await send('/auth/sign-in/email', account)).toBe(401)
  expect(await send('/auth/sign-in/email', { ...account, email: CANARY })).toBe(400)
  expect(
    await send('/auth/sign-up/email', { ...account, full_name: CANARY, terms_accepted: true }),
  ).toBe(200)
  expect((await fetch(`${server.url}/page/${CANARY}?q=${CANARY}`)).status).toBe(404)
  expect((await fetch(`${server.url}/api/products/${CANARY}`)).status).toBe(400)

  // Queries that fail with the visitor's words as their parameters.
  await server.db.execute(sql`alter table contact_messages rename to gone_messages`)
  expect(await send('/contact_messages', message)).toBe(500)
  await server.db.execute(sql`alter table order_items rename to gone_items`)
  expect(await send('/orders', order)).toBe(500)

  const log = lines.join('')
  expect(log).toContain('Failed query: insert into')
  expect(log).not.toContain(CANARY)
  const errorLines = lines.filter((line) => JSON.parse(line).level >= 50)
  expect(errorLines).toHaveLength(2)
})

test('stack frames stay readable, whatever is masked in a message', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })
  const err = new Error('mail to someone@example.com failed')
  err.stack = `Error: ${err.message}\n    at send (/app/node_modules/@orpc/server/dist/index.mjs:1:2)`
  log.error({ err }, 'failed')
  const { err: logged } = JSON.parse(lines[0] ?? '')
  expect(logged.message).toBe('mail to [address] failed')
  expect(logged.stack).toBe('    at send (/app/node_modules/@orpc/server/dist/index.mjs:1:2)')
})
