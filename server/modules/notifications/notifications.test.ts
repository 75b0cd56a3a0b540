import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { NotificationSettingsEdit } from '#contract/notifications.ts'
import type { Role } from '#contract/rights.ts'
import { user_roles } from '#server/modules/accounts/accounts.table.ts'
import { readBackupRow } from '#server/modules/backups/backup-state.ts'
import { backup_problems, backup_settings } from '#server/modules/backups/backups.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { webhooks } from '#server/modules/connections/connections.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { payments } from '#server/modules/payments/payments.table.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  orderRequest,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { notification_settings, notifications } from './notifications.table.ts'
import { isQuiet } from './recipients.ts'
import { sendNotifications } from './send-notifications.ts'

let shop: PayableShop
let admin: Visitor
let person: Awaited<ReturnType<typeof givenAdmin>>
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  admin = shop.visitor()
  person = await givenAdmin(shop.db)
  await admin.signIn(person)
  serum = await givenProduct(shop.db, { name: 'Dew Serum', price: 20, stock: 100_000 })
})
beforeEach(async () => {
  await shop.db.delete(notifications)
  await shop.db.delete(notification_settings)
  await shop.db.execute("delete from pgboss.job where name = 'send-mail'")
})

const NOTHING: NotificationSettingsEdit = {
  kinds: [],
  push_kinds: [],
  summary: 'none',
  quiet_from: null,
  quiet_until: null,
}

const choose = async (edit: Partial<NotificationSettingsEdit>) =>
  admin.put('/notifications/settings', { ...NOTHING, ...edit })

/** The mails to the team that were queued, oldest first. */
async function queued() {
  const { rows } = await shop.db.execute<{ data: Queued }>(
    "select data from pgboss.job where name = 'send-mail' and data->>'template' = 'team-notification' order by created_on",
  )
  return rows.map(({ data }) => data)
}
type Queued = { to: string; data: { summary: string; groups: Group[] } }
type Group = { title: string; more: number; lines: { title: string; text: string; link: string }[] }

async function givenOrder() {
  const guest = shop.visitor()
  const line = { product_id: serum.id, quantity: 2 }
  const { status, body } = await guest.place(orderRequest([line], 40))
  expect(status).toBe(200)
  return body as { id: string }
}

/** As `completeOrder` does it. */
const pay = (id: string) =>
  shop.db
    .update(orders)
    .set({ status: 'completed', completed_at: new Date().toISOString() })
    .where(eq(orders.id, id))

async function givenFailedMail(template: string) {
  const mail = { template, to_address: 'gone@example.com', subject: 'Welcome', html: '', text: '' }
  const cause = `${template}:${crypto.randomUUID()}`
  await shop.db.insert(mails).values({ ...mail, cause })
  await shop.db
    .update(mails)
    .set({ status: 'failed', error: 'No such mailbox' })
    .where(eq(mails.cause, cause))
}

test('nothing is sent until somebody switches it on', async () => {
  expect((await admin.get('/notifications/settings')).body).toEqual({
    ...NOTHING,
    email: person.email,
    // Nothing about returns, which this shop does not take.
    offered: ['orders', 'payments', 'stock', 'contact', 'mail', 'backups', 'chats'],
    time_zone: 'UTC',
    devices: [],
    push_key: expect.stringMatching(/^B[\w-]{86}$/),
  })
  await pay((await givenOrder()).id)
  await choose({ kinds: ['stock'] })
  await pay((await givenOrder()).id)
  await sendNotifications(shop)
  expect(await queued()).toEqual([])
})

test('a paid order is reported with what to pack, once', async () => {
  await choose({ kinds: ['orders'] })
  const { id } = await givenOrder()
  await sendNotifications(shop)
  expect(await queued()).toEqual([])
  await pay(id)
  await sendNotifications(shop)
  await sendNotifications(shop)
  const [mail, ...others] = await queued()
  expect(others).toEqual([])
  expect(mail?.to).toBe(person.email)
  expect(mail?.data.summary).toBe('1 new order')
  const [line] = mail?.data.groups[0]?.lines ?? []
  expect(line?.title).toMatch(/^Order [0-9a-f]{8}, \$40\.00$/)
  expect(line?.text).toContain('2 × Dew Serum')
  expect(line?.link).toBe(`/admin/orders/${id}`)
})

test('payments, stock, messages, mails and backups that need somebody are reported, each by its kind', async () => {
  await choose({ kinds: ['payments', 'stock', 'contact', 'mail', 'backups'] })
  const payment = {
    payment_id: 'LATE1',
    merchant_id: 'M',
    amount: 12.5,
    status: 'needs-attention',
    attention_reason: 'unknown-order',
  } as const
  await shop.db.insert(payments).values(payment)
  const mist = await givenProduct(shop.db, { name: 'Rose Mist', stock: 12 })
  const setStock = (stock: number) =>
    shop.db.update(products).set({ stock }).where(eq(products.id, mist.id))
  await setStock(11)
  await setStock(3)
  await shop.visitor().post('/contact_messages', {
    name: 'Iris',
    email: 'iris@example.com',
    phone: null,
    message: 'Is it vegan?',
  })
  await givenFailedMail('welcome')
  await readBackupRow(shop.db)
  await shop.db
    .update(backup_settings)
    .set({ failed_at: new Date().toISOString(), failure: 'The disk is full' })

  await sendNotifications(shop)
  const [mail, ...others] = await queued()
  expect(others).toEqual([])
  const reported = mail?.data.groups.map(({ title, lines }) => [
    title,
    lines[0]?.title,
    lines[0]?.text,
  ])
  expect(reported).toEqual([
    ['1 payment that needs you', 'A payment of $12.50', 'It belongs to no order that we know.'],
    ['1 product that runs low', 'Rose Mist', '3 left'],
    ['1 contact message', expect.stringMatching(/^Iris \(T-/), 'Is it vegan?'],
    ['1 mail that did not arrive', 'To gone@example.com', 'Welcome\nNo such mailbox'],
    ['1 backup that needs you', 'The backup failed', 'The disk is full'],
  ])
  await shop.db.delete(payments)
})

test('a webhook that was switched off after failures is reported to who chose that', async () => {
  const url = 'https://hooks.example/petal'
  const [webhook] = await shop.db
    .insert(webhooks)
    .values({ url, events: ['order.paid'], secret: 'sealed' })
    .returning()
  if (!webhook) throw new Error('No webhook')
  expect((await choose({ kinds: ['webhooks'] })).body.offered).toContain('webhooks')
  await shop.db
    .update(webhooks)
    .set({ active: false, disabled_at: new Date().toISOString(), disabled_reason: 'failing' })
    .where(eq(webhooks.id, webhook.id))
  await sendNotifications(shop)
  const mail = (await queued()).at(-1)
  expect(mail?.data.groups).toMatchObject([
    {
      title: '1 webhook that was switched off',
      lines: [{ title: url, text: expect.stringContaining('for three days') }],
    },
  ])
  await shop.db.delete(webhooks)
})

test('a missing backup and a failed restore test are reported, and what is good again is not', async () => {
  await choose({ kinds: ['backups'] })
  const problem = { text: 'None has succeeded yet.', seen_at: new Date().toISOString() }
  await shop.db.insert(backup_problems).values([
    { id: 'missing', ...problem },
    { id: 'copy-failed', ...problem },
    { id: 'test-failed', ...problem },
  ])
  await shop.db.delete(backup_problems).where(eq(backup_problems.id, 'copy-failed'))
  await sendNotifications(shop)
  const [mail] = await queued()
  const [group] = mail?.data.groups ?? []
  expect(group?.lines.map(({ title }) => title).toSorted()).toEqual([
    'A backup is missing',
    'The restore test failed',
  ])
  await shop.db.delete(backup_problems)
})

test('500 orders at once are one mail, also with two processes', async () => {
  await choose({ kinds: ['orders'] })
  const { id } = await givenOrder()
  await shop.db.execute(`
    insert into orders (guest_email, subtotal, total, shipping_address)
    select 'many@example.com', 40, 40, shipping_address from orders, generate_series(1, 500) where id = '${id}'`)
  await shop.db
    .update(orders)
    .set({ completed_at: new Date().toISOString(), status: 'completed' })
    .where(eq(orders.guest_email, 'many@example.com'))
  await Promise.all([sendNotifications(shop), sendNotifications(shop), sendNotifications(shop)])
  const [mail, ...others] = await queued()
  expect(others).toEqual([])
  expect(mail?.data.summary).toBe('500 new orders')
  expect(mail?.data.groups[0]).toMatchObject({ more: 490 })
  expect(mail?.data.groups[0]?.lines).toHaveLength(10)
})

test('a process that is killed while it sends loses nothing and doubles nothing', async () => {
  await choose({ kinds: ['orders'] })
  await pay((await givenOrder()).id)
  const killed: typeof shop.jobs = {
    ...shop.jobs,
    async enqueue(tx) {
      await tx.execute('select pg_terminate_backend(pg_backend_pid())')
    },
  }
  await expect(sendNotifications({ ...shop, jobs: killed })).rejects.toThrow()
  expect(await queued()).toEqual([])
  await sendNotifications(shop)
  await sendNotifications(shop)
  expect(await queued()).toHaveLength(1)
})

test('what comes in quiet hours waits for their end', async () => {
  expect(isQuiet({ quiet_from: '22:00', quiet_until: '07:00' }, '23:30')).toBe(true)
  expect(isQuiet({ quiet_from: '22:00', quiet_until: '07:00' }, '06:59')).toBe(true)
  expect(isQuiet({ quiet_from: '22:00', quiet_until: '07:00' }, '07:00')).toBe(false)
  expect(isQuiet({ quiet_from: '12:00', quiet_until: '13:00' }, '12:30')).toBe(true)
  expect(isQuiet({ quiet_from: '12:00', quiet_until: '13:00' }, '13:00')).toBe(false)
  const at = (hours: number) => new Date(shop.clock.now().setUTCHours(hours, 30))
  await choose({ kinds: ['orders'], quiet_from: '22:00', quiet_until: '07:00' })
  await pay((await givenOrder()).id)
  await sendNotifications({ ...shop, now: () => at(23) })
  expect(await queued()).toEqual([])
  await sendNotifications({ ...shop, now: () => at(7) })
  expect(await queued()).toHaveLength(1)
})

test('a former administrator gets nothing', async () => {
  await choose({ kinds: ['orders'] })
  const { id } = await givenOrder()
  await pay(id)
  await shop.db.delete(user_roles).where(eq(user_roles.user_id, person.id))
  await sendNotifications(shop)
  expect(await queued()).toEqual([])
  await shop.db.insert(user_roles).values({ user_id: person.id, role: 'admin' })
})

test('each role is offered, and sent, what it may see', async () => {
  await choose({ kinds: ['orders', 'contact', 'backups'] })
  await pay((await givenOrder()).id)
  const setRole = (role: Role) =>
    shop.db.update(user_roles).set({ role }).where(eq(user_roles.user_id, person.id))
  await setRole('support')
  expect((await admin.get('/notifications/settings')).body).toMatchObject({
    kinds: ['contact'],
    offered: ['contact', 'chats'],
  })
  await sendNotifications(shop)
  expect(await queued()).toEqual([])
  await setRole('fulfilment')
  expect((await choose({ kinds: ['orders', 'backups'] })).body).toMatchObject({
    kinds: ['orders'],
    offered: ['orders', 'stock'],
  })
  await pay((await givenOrder()).id)
  await sendNotifications(shop)
  expect((await queued()).map(({ data }) => data.summary)).toEqual(['1 new order'])
  await setRole('admin')
})

test('a stock that goes up and down is reported once a day', async () => {
  await choose({ kinds: ['stock'] })
  const mist = await givenProduct(shop.db, { name: 'Fig Balm', stock: 12 })
  const setStock = (stock: number) =>
    shop.db.update(products).set({ stock }).where(eq(products.id, mist.id))
  for (const stock of [5, 20, 5, 20, 0]) {
    await setStock(stock)
    await sendNotifications(shop)
  }
  expect(await queued()).toHaveLength(1)
  await shop.db.execute("update notifications set sent_at = sent_at - interval '25 hours'")
  await setStock(20)
  await setStock(2)
  await sendNotifications(shop)
  expect(await queued()).toHaveLength(2)
})

test('a notification that cannot be delivered causes no other', async () => {
  await choose({ kinds: ['mail'] })
  await givenFailedMail('team-notification')
  expect(await shop.db.select().from(notifications)).toEqual([])
})

test.each([
  [{ quiet_from: '22:00', quiet_until: null }, 'Choose both times, or none'],
  [{ quiet_from: '22:00', quiet_until: '22:00' }, 'Choose another time than the first'],
  [{ quiet_from: '25:00', quiet_until: '07:00' }, 'Choose a time of day'],
])('settings are refused with a reason: %j', async (edit, message) => {
  const { status, body } = await choose(edit)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})

test('the mail of it can be changed once somebody has switched it on', async () => {
  const ids = async () =>
    (await admin.get('/mail_templates')).body.map(({ id }: { id: string }) => id)
  expect(await ids()).not.toContain('team-notification')
  await choose({ kinds: ['orders'] })
  expect(await ids()).toContain('team-notification')
  await choose({ kinds: [] })
  expect(await ids()).not.toContain('team-notification')
})
