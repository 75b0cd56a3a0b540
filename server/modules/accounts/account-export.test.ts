import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { back_in_stock_requests } from '#server/modules/catalog/catalog.table.ts'
import { chat_conversations, chat_messages, chat_secrets } from '#server/modules/chat/chat.table.ts'
import {
  declined_mail_kinds,
  mail_suppressions,
  marketing_consents,
} from '#server/modules/consent/consent.table.ts'
import { contact_messages, contact_replies } from '#server/modules/content/content.table.ts'
import { campaign_recipients, campaigns } from '#server/modules/mail/campaigns/campaigns.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { contacts } from '#server/modules/orders/contacts.table.ts'
import {
  order_events,
  order_items,
  order_notes,
  orders,
  saved_carts,
} from '#server/modules/orders/orders.table.ts'
import {
  payment_declines,
  payment_pages,
  payments,
  refunds,
} from '#server/modules/payments/payments.table.ts'
import { return_items, returns } from '#server/modules/returns/returns.table.ts'
import { review_votes, reviews } from '#server/modules/reviews/reviews.table.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import { address } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
beforeAll(async () => {
  shop = await givenServer()
})

const AT = '2031-05-04T10:00:00.000Z'

/**
 * A row in every table whose content is exported, with a text by which to find it. `ADDRESS_ONLY`: stored under the
 * address alone, so exported only once that is confirmed.
 */
async function givenTraces({ id, email }: { id: string; email: string }, mark: string) {
  const { db } = shop
  const product = await givenProduct(db)
  const sums = { subtotal: 20, total: 20, shipping_address: address }
  const [order] = await db
    .insert(orders)
    .values({ ...sums, user_id: id, tracking_number: `own order ${mark}` })
    .returning()
  await db
    .insert(orders)
    .values({ ...sums, guest_email: email.toUpperCase(), tracking_number: `guest order ${mark}` })
  const order_id = order!.id
  const line = { order_id, product_id: product.id, quantity: 1, price: 20 }
  await db.insert(order_items).values({ ...line, name: `item ${mark}` })
  const event = { order_id, to_status: 'pending', actor: 'customer', created_at: AT } as const
  await db.insert(order_events).values({ ...event, reason: `event ${mark}` })
  const note = { order_id, author_name: 'hidden', created_at: AT }
  await db.insert(order_notes).values({ ...note, text: `note ${mark}` })
  const merchant_id = 'M'
  const page = { order_id, merchant_id, amount: 20, href: `hidden ${mark}`, expires_at: AT }
  await db.insert(payment_pages).values({ ...page, checkout_session_id: `page ${mark}` })
  const payment = { payment_id: `payment ${mark}`, order_id, merchant_id, amount: 20 }
  await db.insert(payments).values({ ...payment, status: 'settled' })
  await db
    .insert(payment_declines)
    .values({ payment_id: `declined ${mark}`, order_id, code: 'expired_card' })
  const refund = { payment_id: payment.payment_id, amount: 5, status: 'confirmed' } as const
  await db.insert(refunds).values({ ...refund, reason: `refund ${mark}` })
  const asked = { order_id, idempotency_key: randomUUID(), created_at: AT }
  const [returned] = await db
    .insert(returns)
    .values({ ...asked, reason: `return ${mark}` })
    .returning()
  const returnedLine = { return_id: returned!.id, product_id: product.id, quantity: 1 }
  await db.insert(return_items).values(returnedLine)
  const review = { product_id: product.id, user_id: id, comment: 'Soft' }
  const [written] = await db
    .insert(reviews)
    .values({ ...review, title: `review ${mark}` })
    .returning()
  const voted = { review_id: written!.id, voter: `account:${id}`, user_id: id }
  await db.insert(review_votes).values({ ...voted, created_at: VOTED_AT[mark] })
  const [chat] = await db
    .insert(chat_conversations)
    .values({
      customer_name: `chatter ${mark}`,
      customer_email: email,
    })
    .returning()
  const message = { conversation_id: chat!.id, sender_type: 'customer', sender_name: 'I' } as const
  await db
    .insert(chat_messages)
    .values({ ...message, seq: 1, client_id: randomUUID(), message: `chat ${mark}` })
  const secret = { conversation_id: chat!.id, secret_hash: `hidden ${mark}` }
  await db.insert(chat_secrets).values(secret)
  const contact = { name: 'Iris', email: email.toUpperCase() }
  const [question] = await db
    .insert(contact_messages)
    .values({ ...contact, message: `contact ${mark}` })
    .returning()
  const answer = { message_id: question!.id, author_name: `hidden ${mark}` }
  await db.insert(contact_replies).values({ ...answer, text: `reply ${mark}` })
  const hidden = { html: `hidden ${mark}`, text: `hidden ${mark}` }
  const mail = { ...hidden, template: 'welcome', to_address: email.toUpperCase() }
  await db.insert(mails).values({ ...mail, subject: `mail ${mark}` })
  const [campaign] = await db
    .insert(campaigns)
    .values({ subject: 'News', body: 'Hello', status: 'sending', recipient_count: 1, send_at: AT })
    .returning()
  const recipient = { campaign_id: campaign!.id, email, type: 'user' } as const
  await db.insert(campaign_recipients).values({ ...recipient, name: `campaign ${mark}` })
  await db.insert(marketing_consents).values({ email, source: `consent ${mark}` })
  await db.insert(mail_suppressions).values({ email, created_at: OPTED_OUT_AT[mark] })
  await db.insert(declined_mail_kinds).values({ email, kind: `kind ${mark}` })
  await recordAudit(db, {
    by: { id, name: 'Iris Bloom', at: new Date(AT) },
    object: { type: 'coupons', id: randomUUID(), name: `changed as admin ${mark}` },
    before: null,
    after: { code: 'DEW' },
  })
  const wanted = await givenProduct(db)
  const inCart = await givenProduct(db)
  await db.insert(saved_carts).values({
    user_id: id,
    lines: [{ product_id: inCart.id, quantity: 1 }],
    changed_at: AT,
  })
  await db.insert(contacts).values({ email, source: `contact list ${mark}` })
  await db.insert(back_in_stock_requests).values({ product_id: wanted.id, email })
  return {
    profiles: email,
    sessions: 'last_seen_at',
    user_roles: '"role"',
    orders: `own order ${mark}`,
    order_items: `item ${mark}`,
    order_events: `event ${mark}`,
    order_notes: `note ${mark}`,
    payment_pages: `page ${mark}`,
    payments: `payment ${mark}`,
    payment_declines: `declined ${mark}`,
    refunds: `refund ${mark}`,
    returns: `return ${mark}`,
    return_items: `"product_id": "${product.id}"`,
    reviews: `review ${mark}`,
    review_votes: VOTED_AT[mark] ?? '',
    chat_conversations: `chatter ${mark}`,
    chat_messages: `chat ${mark}`,
    contact_messages: `contact ${mark}`,
    contact_replies: `reply ${mark}`,
    mails: `mail ${mark}`,
    campaign_recipients: `campaign ${mark}`,
    marketing_consents: `consent ${mark}`,
    mail_suppressions: OPTED_OUT_AT[mark] ?? '',
    declined_mail_kinds: `kind ${mark}`,
    audit_log: `changed as admin ${mark}`,
    back_in_stock_requests: wanted.id,
    saved_carts: inCart.id,
    contacts: `contact list ${mark}`,
  }
}

const OPTED_OUT_AT: Record<string, string> = {
  'of Iris': '2031-01-01T00:00:00.000Z',
  'of somebody else': '2031-02-02T00:00:00.000Z',
  'under this address': '2031-03-03T00:00:00.000Z',
}

const VOTED_AT: Record<string, string> = {
  'of Iris': '2032-01-01T00:00:00.000Z',
  'of somebody else': '2032-02-02T00:00:00.000Z',
  'under this address': '2032-03-03T00:00:00.000Z',
}

const ADDRESS_ONLY = [
  'back_in_stock_requests',
  'campaign_recipients',
  'chat_conversations',
  'chat_messages',
  'contact_messages',
  'contact_replies',
  'contacts',
  'declined_mail_kinds',
  'mail_suppressions',
  'mails',
  'marketing_consents',
]

/** Tables that name a person, or belong to a row that does, and are not exported: why. */
const LEFT_OUT: Record<string, string> = {
  chat_connections: 'streams that are open right now',
  chat_links: 'one-time tokens, as hashes',
  chat_secrets: 'one-time tokens, as hashes',
  credentials: 'the hash of a password',
  two_factors: 'secrets of the second step',
  media_files:
    'a picture in use is named by its review or return; an unused one is removed after a day',
  invitations: 'an address that was asked to join the team; the mail to it is exported',
  customers: 'sums of the account and its orders, which are exported',
  stock_movements: 'names the admin who counted, as part of the work for the shop',
  campaigns: 'names the admin who sent it, as part of the work for the shop',
  notification_settings: 'which notifications an admin gets, as part of the work for the shop',
  notifications: 'notifications of an admin, as part of the work for the shop',
  api_keys: 'keys for programs that an admin created, as part of the work for the shop',
  push_devices: 'Browsers of the team. They end with the session.',
  picture_fetches: 'names the admin who imported, as part of the work for the shop',
}

test('the own data comes as a file with everything that is stored, and nothing secret or of others', async () => {
  const profile = await givenProfile(shop.db, { email_verified: true })
  const iris = await givenSignedIn(shop, profile)
  const traces = await givenTraces(profile, 'of Iris')
  const other = await givenProfile(shop.db, { email_verified: true })
  const otherTraces = await givenTraces(other, 'of somebody else')

  const { headers, text } = await iris.get('/api/account/export')
  expect(headers.get('content-disposition')).toMatch(/attachment|filename/)
  const data = JSON.parse(text)
  expect(data.account).toMatchObject({
    email: profile.email,
    marketing_consent: false,
    marketing_consent_at: OPTED_OUT_AT['of Iris'],
  })
  expect(data.sessions).toHaveLength(1)
  expect(data.orders).toHaveLength(2)
  expect(data.orders[0].shipping_address).toMatchObject({ address: address.address })
  for (const [table, trace] of Object.entries(traces)) expect(text, table).toContain(trace)
  expect(text).toContain('guest order of Iris')
  expect(text).not.toContain('of somebody else')
  expect(text).not.toContain(otherTraces.back_in_stock_requests)
  expect(text).not.toMatch(/scrypt|token|secret|hidden of/)
})

test('of an address that is not confirmed, what strangers stored under it is not exported', async () => {
  const profile = await givenProfile(shop.db, { email_verified: false })
  const iris = await givenSignedIn(shop, profile)
  const traces = await givenTraces(profile, 'under this address')
  const { text } = await iris.get('/api/account/export')
  const missing = Object.entries(traces).filter(([, trace]) => !text.includes(trace))
  expect(missing.map(([table]) => table).sort()).toEqual(ADDRESS_ONLY)
  expect(text).not.toContain('guest order under')
  expect(JSON.parse(text).note).toContain('confirmed')
})

test('every table with personal data is exported, or left out for a reason', async () => {
  const profile = await givenProfile(shop.db, { email: 'columns@example.com' })
  const exported = Object.keys(await givenTraces(profile, 'of the columns'))
  const personal = await tablesAboutPeople()
  expect(personal).toEqual([...exported, ...Object.keys(LEFT_OUT)].sort())
})

/** Those with a column that names a person, and those whose rows refer to a row of such a table. */
async function tablesAboutPeople() {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    with recursive personal (name) as (
      select table_name::text from information_schema.columns
      where table_schema = 'public'
        and column_name ~ '(^|_)(email|user_id|to_address|ip_address|phone|created_by|actor_id)$'
      union
      select c.conrelid::regclass::text from pg_constraint c
      join personal p on c.confrelid = p.name::regclass
      where c.contype = 'f'
    )
    select name from personal order by name`)
  return rows.map(({ name }) => name)
}
