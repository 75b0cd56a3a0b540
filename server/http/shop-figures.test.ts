import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { expireOrders } from '../modules/payments/expire-orders.ts'
import { eventually } from '../testing/eventually.ts'
import { givenProduct } from '../testing/factories.ts'
import { givenOpenPage, givenPayableShop, type PayableShop } from '../testing/order-factories.ts'

let shop: PayableShop
beforeAll(async () => {
  shop = await givenPayableShop()
})

/** The figures by name, with their labels apart from the process. */
async function readFigures(): Promise<Record<string, number>> {
  const lines = (await (await fetch(`${shop.url}/metrics`)).text()).split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith('petal_'))
      .map((line) => {
        const [, name, labels = '', value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? []
        const queue = /queue="([^"]+)"/.exec(labels)?.[1]
        return [queue ? `${name} ${queue}` : name, Number(value)]
      }),
  )
}

test('/metrics has what an owner watches: orders, payments, mails, queues, backup and disk', async () => {
  const { order, session } = await givenOpenPage(shop, await givenProduct(shop.db))
  await shop.simulator.control.pay(session)
  await eventually(async () => expect(await readFigures()).toMatchObject({ petal_orders_paid: 1 }))
  await shop.db.execute(
    sql`update payments set attention_reason = 'late' where order_id = ${order.id}`,
  )
  await shop.db.execute(sql`
    insert into mails (template, to_address, subject, html, text, created_at)
    values ('welcome', 'iris@example.com', 'Hello', '', '', now() - interval '5 minutes')`)
  const hourAgo = new Date(shop.now().getTime() - 3_600_000).toISOString()
  await shop.db.execute(sql`insert into backup_settings default values on conflict do nothing`)
  await shop.db.execute(sql`update backup_settings set last_backup_at = ${hourAgo}`)

  const figures = await readFigures()
  expect(figures).toMatchObject({
    petal_payments_needing_attention: 1,
    petal_mails_waiting: 1,
    petal_backup_age_seconds: 3600,
    'petal_jobs_waiting send-mail': 1,
  })
  expect(figures.petal_mails_oldest_seconds).toBeGreaterThanOrEqual(300)
  expect(figures.petal_free_disk_bytes).toBeGreaterThan(0)
})

test('orders that expire together leave what is due now in one queue, and tomorrow’s reminders in another', async () => {
  for (const n of [1, 2, 3])
    await givenOpenPage(shop, await givenProduct(shop.db, { name: `Serum ${n}` }))
  shop.clock.advance({ minutes: 60 })
  await expireOrders(shop)
  await shop.db.execute(
    sql`update pgboss.job set start_after = start_after - interval '90 seconds' where name = 'order-news'`,
  )
  const figures = await readFigures()
  expect(figures).toMatchObject({
    'petal_jobs_waiting order-news': 3,
    'petal_jobs_scheduled order-news': 0,
    'petal_jobs_waiting order-follow-up': 0,
  })
  expect(figures['petal_jobs_oldest_seconds order-news']).toBeGreaterThanOrEqual(90)
  const { rows } = await shop.db.execute(
    sql`select count(*)::int as reminders from pgboss.job where name = 'order-follow-up' and data->>'about' = 'abandoned'`,
  )
  expect(rows).toEqual([{ reminders: 3 }])
})
