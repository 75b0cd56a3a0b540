import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Summary } from '#contract/notifications.ts'
import { contact_messages } from '#server/modules/content/content.table.ts'
import { lastWhole } from '#server/modules/insights/reads.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  orderRequest,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { notification_settings } from './notifications.table.ts'
import { sendSummaries } from './send-summaries.ts'

let shop: PayableShop
let admin: Visitor
let person: Awaited<ReturnType<typeof givenAdmin>>

beforeAll(async () => {
  shop = await givenPayableShop()
  person = await givenAdmin(shop.db)
  admin = shop.visitor()
  await admin.signIn(person)
})
beforeEach(async () => {
  await shop.db.delete(notification_settings)
  await shop.db.execute("delete from pgboss.job where name = 'send-mail'")
})

const choose = (summary: Summary, quiet: { from: string; until: string } | null = null) =>
  admin.put('/notifications/settings', {
    kinds: [],
    push_kinds: [],
    summary,
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
  })

type Queued = {
  to: string
  data: { summary: string; groups: { title: string; lines: { title: string; text: string }[] }[] }
}

async function queued() {
  const { rows } = await shop.db.execute<{ data: Queued }>(
    "select data from pgboss.job where name = 'send-mail' order by created_on",
  )
  return rows.map(({ data }) => data)
}

/** The next time that a clock in the shop shows this. */
function advanceTo(hour: number, minute = 0) {
  const now = shop.clock.now()
  const next = new Date(now)
  next.setUTCHours(hour, minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  shop.clock.advance({ seconds: (next.getTime() - now.getTime()) / 1000 })
}

test.each([
  ['day', '2026-11-17', { from: '2026-11-16', to: '2026-11-16' }],
  ['day', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }],
  ['week', '2026-11-16', { from: '2026-11-09', to: '2026-11-15' }],
  ['week', '2026-11-17', { from: '2026-11-09', to: '2026-11-15' }],
  ['week', '2026-11-15', { from: '2026-11-02', to: '2026-11-08' }],
] as const)('the last whole %s before %s', (summary, today, range) =>
  expect(lastWhole(summary, today)).toEqual(range),
)

test('sent once each morning from the day after it was chosen, whatever the number of processes', async () => {
  advanceTo(12)
  await choose('day')
  await sendSummaries(shop)
  advanceTo(6, 59)
  await sendSummaries(shop)
  expect(await queued()).toEqual([])
  advanceTo(7)
  await Promise.all([sendSummaries(shop), sendSummaries(shop), sendSummaries(shop)])
  expect(await queued()).toMatchObject([
    { to: person.email, data: { summary: 'Your day: 0 orders, $0.00' } },
  ])
  advanceTo(18)
  await sendSummaries(shop)
  expect(await queued()).toHaveLength(1)
  advanceTo(7, 1)
  await sendSummaries(shop)
  expect(await queued()).toHaveLength(2)
  await choose('none')
  advanceTo(7, 1)
  await sendSummaries(shop)
  expect(await queued()).toHaveLength(2)
})

test('it says what was sold, and what waits', async () => {
  const serum = await givenProduct(shop.db, { name: 'Dew Serum', price: 20, stock: 100 })
  advanceTo(12)
  await choose('day')
  const line = { product_id: serum.id, quantity: 2 }
  const placed = await shop.visitor().place(orderRequest([line], 40))
  const { id } = placed.body as { id: string }
  const at = shop.clock.now().toISOString()
  await shop.db.execute(
    `update orders set status = 'completed', completed_at = '${at}' where id = '${id}'`,
  )
  await shop.db
    .insert(contact_messages)
    .values({ name: 'Iris', email: 'i@example.com', message: 'Hi' })
  advanceTo(7)
  await sendSummaries(shop)
  const [mail] = await queued()
  expect(mail?.data.summary).toBe('Your day: 1 order, $40.00')
  expect(mail?.data.groups).toMatchObject([
    {
      title: expect.stringMatching(/^Your day, \w+day, \w+ \d+$/),
      lines: [
        { title: '1 order, $40.00', text: 'The day before: 0 orders, $0.00' },
        { title: 'Best sellers', text: '2 × Dew Serum' },
      ],
    },
    {
      title: 'What waits for you',
      lines: [{ title: '1 order to ship' }, { title: '1 new contact message' }],
    },
  ])
})

test('in quiet hours it waits for their end', async () => {
  advanceTo(12)
  await choose('day', { from: '22:00', until: '09:00' })
  advanceTo(8)
  await sendSummaries(shop)
  expect(await queued()).toEqual([])
  advanceTo(9)
  await sendSummaries(shop)
  expect(await queued()).toHaveLength(1)
})
