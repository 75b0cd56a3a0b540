import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { givenVisitor } from '#server/testing/account-factories.ts'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { givenReceiver } from '#server/testing/webhook-receiver.ts'

const EVENTS = 400
const KILLS = 4
/** Sent by one process at the same time. */
const AT_ONCE = 5
const PATIENCE = { timeout: 300_000, interval: 200 }

test('two processes deliver every event; killed ones lose none, and repeat only what they were sending', async () => {
  const shop = await givenBuiltShop({ PRIVATE_NETWORKS: '127.0.0.1/32' })
  const receiver = await givenReceiver()
  let onCall = () => {}
  // Slow enough that a kill interrupts calls.
  receiver.answerWith((response) => {
    onCall()
    setTimeout(() => response.writeHead(200).end(), 20)
  })
  const owner = givenVisitor(shop)
  await owner.signIn(DEMO_ACCOUNTS.admin.email, DEMO_ACCOUNTS.admin.password)
  const edit = { url: receiver.url, events: ['customer.created'], active: true }
  const created = await owner.post('/api/webhooks', edit)
  expect(created.status).toBe(201)
  receiver.expectSecret((created.body as { secret: string }).secret)

  await happen(shop, EVENTS)
  for (let n = 1; n <= KILLS; n++) {
    await new Promise<void>((resolve) => {
      onCall = () => {
        if (receiver.received.length >= (n * EVENTS) / (KILLS + 2)) resolve()
      }
    })
    await killOne(shop)
  }
  // As if the leases of the killed ones were over.
  await vi.waitFor(async () => {
    await shop.query(
      `update webhook_deliveries set next_attempt_at = now() where status = 'waiting'`,
    )
    await happen(shop, 1)
    const [open] = await shop.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries where status <> 'delivered'`,
    )
    expect(open?.count).toBeLessThanOrEqual(AT_ONCE)
  }, PATIENCE)
  await vi.waitFor(async () => {
    const [open] = await shop.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries where status <> 'delivered'`,
    )
    expect(open?.count).toBe(0)
  }, PATIENCE)

  const rows = await shop.query<{ id: string }>('select id from webhook_deliveries')
  const repeated = receiver.received.length - receiver.ids().size
  expect(repeated).toBeLessThanOrEqual((KILLS + 1) * AT_ONCE * 2)
  expect(rows.length).toBeGreaterThanOrEqual(EVENTS)
  expect(receiver.ids()).toEqual(new Set(rows.map(({ id }) => id)))
  expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true)
}, 600_000)

const happen = (shop: BuiltShop, count: number) =>
  shop.query(
    `insert into profiles (full_name, email)
     select 'Iris', gen_random_uuid() || '@example.com' from generate_series(1, $1)`,
    [count],
  )

/** The supervisor starts another one. */
async function killOne(shop: BuiltShop) {
  const [oldest] = await vi.waitFor(() => {
    const processes = shop.webProcesses()
    if (processes.length < 2) throw new Error('One of two web processes is missing')
    return processes
  }, PATIENCE)
  if (oldest) process.kill(oldest, 'SIGKILL')
}
