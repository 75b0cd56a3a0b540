import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { CrashShop } from './shop.ts'

/** Only to end a run that would wait for ever; the clock of the jobs ticks once a minute. */
const PATIENCE = { timeout: 600_000, interval: 1000 }
const OURS = `guest_email like '%@crash.example.com'`
/** What is due later by design: reminders and follow-ups. */
const QUEUES = `name in ('send-mail', 'order-news', 'draw-renditions')`

/** After the faults: until nothing is under way any more, with the waiting times of a day shortened. */
export async function settle(shop: CrashShop) {
  await untilServing(shop)
  await untilPaymentsAreKnown(shop)
  await endHolds(shop)
  await untilMailsAreSent(shop)
  await sweepFiles(shop)
}

async function untilServing(shop: CrashShop) {
  await vi.waitFor(async () => {
    const ready = await Promise.all(
      [1, 2, 3, 4].map(() => fetch(`${shop.url}/readyz`, { headers: { connection: 'close' } })),
    )
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(shop.webProcesses()).toHaveLength(2)
  }, PATIENCE)
}

/** The reconciliation finds what no webhook event reported; refunds without an answer are looked up. */
async function untilPaymentsAreKnown(shop: CrashShop) {
  const paid = shop.provider.ledger().payments.filter(({ result }) => result === 'SUCCESS')
  const ids = paid.map(({ id }) => id)
  await vi.waitFor(async () => {
    const known = await shop.query('select from payments where payment_id = any($1)', [ids])
    expect(known, 'payments of the provider that the shop knows').toHaveLength(ids.length)
    const open = await shop.query(
      `select payment_id from payments where attention_reason = 'unconfirmed' and status = 'needs-attention'`,
    )
    expect(open, 'unconfirmed payments').toEqual([])
    expect(await shop.query(`select id from refunds where status = 'requested'`)).toEqual([])
    await shop.query(`update payments set next_check_at = now() where next_check_at > now()`)
  }, PATIENCE)
}

async function endHolds(shop: CrashShop) {
  await shop.query(
    `update orders set hold_until = now() - interval '1 second'
     where ${OURS} and status = 'pending' and hold_until is not null`,
  )
  await vi.waitFor(async () => {
    const held = await shop.query(
      `select id from orders where ${OURS} and status = 'pending' and completed_at is null`,
    )
    expect(held, 'unpaid orders that have not ended').toEqual([])
  }, PATIENCE)
}

/** Each retry comes at once, so more of them are allowed: one of a mail that a killed process was sending must outlast its lease. */
async function untilMailsAreSent(shop: CrashShop) {
  await vi.waitFor(async () => {
    await shop.query(
      `update pgboss.job set start_after = now(), retry_limit = 1000 where state = 'retry' and ${QUEUES}`,
    )
    const [waiting] = await shop.query(
      `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active') and ${QUEUES}`,
    )
    expect(waiting, 'jobs under way').toEqual({ jobs: 0 })
  }, PATIENCE)
}

/** As if a day had passed for what was received and never used. */
async function sweepFiles(shop: CrashShop) {
  await shop.query(
    `update media_files set created_at = created_at - interval '2 days' where used_at is null`,
  )
  const dayAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const folder of ['incoming', 'files']) {
    for (const name of readdirSync(path.join(shop.dataDir, folder))) {
      utimesSync(path.join(shop.dataDir, folder, name), dayAgo, dayAgo)
    }
  }
  const [job] = await shop.query<{ id: string }>(
    `insert into pgboss.job (name, data) values ('remove-unused-files', '{}') returning id`,
  )
  await vi.waitFor(async () => {
    const rows = await shop.query('select state from pgboss.job where id = $1', [job?.id])
    expect(rows).toEqual([{ state: 'completed' }])
  }, PATIENCE)
}
