import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { PlaceOrder } from '#contract/orders.ts'
import { type TemplateId, templates } from '#emails/catalogue.ts'
import { notifyWaiting } from '#server/modules/catalog/back-in-stock.ts'
import type { products } from '#server/modules/catalog/catalog.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { sendNotifications } from '#server/modules/notifications/send-notifications.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { givenAdmin, givenPicture, givenProduct, PASSWORD } from '#server/testing/factories.ts'
import { givenConsent, newsletterTo } from '#server/testing/mail-factories.ts'
import {
  address,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { givenMailServer, type ReceivedMail } from '#server/testing/smtp.ts'

// Every mail of the shop: its event happens, and what a mail server receives is read as a mail program reads it.

const GOOD_CARD = '4242424242424242'
const DECLINED_CARD = '4005571702222222'

let shop: PayableShop
let server: Awaited<ReturnType<typeof givenMailServer>>
let admin: Visitor
let picture: string
let serum: typeof products.$inferSelect
let cream: typeof products.$inferSelect

beforeAll(async () => {
  // Loaded by the first mail otherwise, which takes seconds.
  await import('#emails/render.tsx')
  server = await givenMailServer()
  shop = await givenPayableShop({ env: server.env, workers: true })
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  picture = await givenStoredPicture()
  serum = await givenProduct(shop.db, {
    name: 'Dew Serum',
    price: 40,
    stock: 100,
    images: [picture],
  })
  cream = await givenProduct(shop.db, {
    name: 'Night Cream',
    price: 30,
    original_price: 40,
    images: [picture],
  })
})

/** In the format that most uploads have, and Outlook does not show. */
async function givenStoredPicture() {
  const url = await givenPicture(shop.db)
  const file = join(shop.config.dataDir, 'picture.webp')
  await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#f7e8e5' } })
    .webp()
    .toFile(file)
  await shop.files.put(basename(url), file, 'image/webp')
  return url
}

type Line = { id: string; price: number }

async function placedBy(email: string, product: Line, more: Partial<PlaceOrder> = {}) {
  const buyer = shop.visitor()
  const shipping_address = { ...address, email }
  const line = { product_id: product.id, quantity: 1 }
  const { status, body } = await buyer.place(
    orderRequest([line], product.price, { shipping_address, ...more }),
  )
  expect(status).toBe(200)
  return { buyer, order: body as { id: string; total: number } }
}

async function paidWith(card: string, email: string, product: Line = serum) {
  const { buyer, order } = await placedBy(email, product)
  const { body } = await buyer.link(order)
  await shop.simulator.control.pay(sessionIn(body.paymentUrl), card)
  await buyer.complete(order.id)
  return order
}

const setStatus = async (order: { id: string }, status: string) =>
  expect((await admin.put('/orders/status', { ids: [order.id], status })).status).toBe(200)

type Return = { id: string; version: number }

/** Of an order that was paid in a shop which takes returns. */
async function askedReturn(email: string): Promise<Return> {
  const settings = (await admin.get('/returns/settings')).body
  const { version, instructions } = settings as { version: number; instructions: string }
  await admin.put('/returns/settings', { days: 30, instructions, version })
  const { buyer, order } = await placedBy(email, serum)
  const { body } = await buyer.link(order)
  await shop.simulator.control.pay(sessionIn(body.paymentUrl), GOOD_CARD)
  await buyer.complete(order.id)
  const answer = await buyer.post(`/orders/${order.id}/returns`, {
    idempotency_key: crypto.randomUUID(),
    lines: [{ product_id: serum.id, quantity: 1 }],
    reason: 'The pump is loose.',
    pictures: [],
  })
  expect(answer.status).toBe(200)
  return { id: answer.body.id, version: 1 }
}

async function moveReturn({ id, version }: Return, step: string, more = {}): Promise<Return> {
  const { status, body } = await admin.post(`/returns/${id}/${step}`, { version, ...more })
  expect(status).toBe(200)
  return body
}

/** In a shop that takes bank transfers. */
async function placedByTransfer(email: string) {
  const { body } = await admin.get('/payment_methods')
  const { version } = body.find(({ id }: { id: string }) => id === 'bank_transfer')
  const edit = { active: true, instructions: 'Account 000 123 456', days: 7, version }
  expect((await admin.put('/payment_methods/bank_transfer', edit)).status).toBe(200)
  return placedBy(email, serum, { payment_method: 'bank_transfer' })
}

/** Makes the jobs due now that wait for days. */
const daysPass = (about: string) =>
  shop.db.execute(sql`
    update pgboss.job set start_after = now() where state = 'created' and data->>'about' = ${about}`)

const restock = (id: string, change: number) =>
  admin.post(`/products/${id}/stock`, { id, change, reason: 'received', note: null })

/** What happens, and who is then written to. */
const EVENTS: Record<TemplateId, (to: string) => Promise<unknown>> = {
  welcome: (email) =>
    shop.visitor().post('/auth/sign-up/email', {
      full_name: 'Iris Bloom',
      email,
      password: PASSWORD,
      terms_accepted: true,
    }),
  'password-reset': async (email) => {
    await EVENTS.welcome(email)
    await shop.visitor().post('/auth/request-password-reset', { email })
  },
  'account-update': async (email) => {
    await EVENTS.welcome(email)
    const person = shop.visitor()
    await person.signIn({ email })
    await person.post('/account/password', {
      current_password: PASSWORD,
      new_password: 'another quiet morning',
    })
  },
  'order-confirmation': (email) => paidWith(GOOD_CARD, email),
  'order-shipped': async (email) => setStatus(await paidWith(GOOD_CARD, email), 'shipped'),
  'order-delivered': async (email) => {
    const order = await paidWith(GOOD_CARD, email)
    await setStatus(order, 'shipped')
    await setStatus(order, 'completed')
  },
  'order-cancelled': async (email) => setStatus(await paidWith(GOOD_CARD, email), 'cancelled'),
  'payment-failed': (email) => paidWith(DECLINED_CARD, email),
  'refund-processed': async (email) => {
    const { id } = await paidWith(GOOD_CARD, email)
    const { body } = await admin.get(`/orders/${id}/payments`)
    const [{ payment_id }] = body as [{ payment_id: string }]
    await admin.post(`/payments/${payment_id}/refunds`, { amount: 15 })
  },
  'order-received': (email) => placedByTransfer(email),
  'payment-reminder': async (email) => {
    await placedByTransfer(email)
    shop.clock.advance({ days: 6 })
    await daysPass('payment-due')
  },
  'payment-link': async (email) => {
    const order = {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: serum.id, quantity: 1 }],
      in_person: true,
      shipping_address: null,
      guest_email: email,
      customer_note: 'See you at the market.',
      total: serum.price,
      payment: 'link',
    }
    expect((await admin.post('/orders/by-hand', order)).status).toBe(201)
  },
  'return-asked': (email) => askedReturn(email),
  'return-approved': async (email) => moveReturn(await askedReturn(email), 'approve'),
  'return-declined': async (email) =>
    moveReturn(await askedReturn(email), 'decline', { answer: 'It was opened.' }),
  'return-arrived': async (email) => {
    const lines = [{ product_id: serum.id, arrived: 1, restocked: 1 }]
    const approved = await moveReturn(await askedReturn(email), 'approve')
    return moveReturn(approved, 'arrive', { lines, arrival_note: null })
  },
  'return-closed': async (email) => {
    const approved = await moveReturn(await askedReturn(email), 'approve')
    return moveReturn(approved, 'close', { answer: 'It never came.' })
  },
  'abandoned-cart': async (email) => {
    await givenConsent(shop.db, email)
    await placedBy(email, serum)
    shop.clock.advance({ minutes: 31 })
    await expireOrders(shop)
    await daysPass('abandoned')
  },
  'review-request': async (email) => {
    await paidWith(GOOD_CARD, email)
    await daysPass('review')
  },
  'cross-sell': async (email) => {
    await givenConsent(shop.db, email)
    await paidWith(GOOD_CARD, email)
    await daysPass('follow-up')
  },
  replenishment: async (email) => {
    await givenConsent(shop.db, email)
    await paidWith(GOOD_CARD, email, cream)
    shop.clock.advance({ days: 20 })
    await paidWith(GOOD_CARD, email, cream)
    await daysPass('follow-up')
  },
  'support-ticket': (email) =>
    shop.visitor().post('/contact_messages', {
      name: 'Iris Bloom',
      email,
      phone: null,
      message: 'My pump is loose.',
    }),
  'back-in-stock': async (email) => {
    const mist = await givenProduct(shop.db, { name: 'Rose Mist', stock: 0, images: [picture] })
    const guest = shop.visitor()
    const { body } = await guest.post(`/products/${mist.id}/notify-me`, { id: mist.id, email })
    expect(body).toEqual({ state: 'confirm' })
    const asked = await receivedBy(email, 'account-update')
    const link = /https?:\/\/\S+\/notify-me\?\S+/.exec(asked.parsed.text ?? '')?.[0] ?? ''
    const { pathname, search } = new URL(link)
    // Opening the link asks; the button of its page confirms.
    expect(await (await guest.send('GET', pathname + search)).text()).toContain('Rose Mist')
    expect((await guest.send('POST', pathname + search)).status).toBe(200)
    await restock(mist.id, 5)
    // Its job looks every minute.
    await notifyWaiting(shop)
  },
  'new-product': async (email) => {
    await givenConsent(shop.db, email)
    const input = { id: serum.id, kind: 'new-product' }
    expect((await admin.post(`/products/${serum.id}/announcements`, input)).status).toBe(200)
  },
  'sale-alert': async (email) => {
    await givenConsent(shop.db, email)
    const input = { id: cream.id, kind: 'sale-alert' }
    expect((await admin.post(`/products/${cream.id}/announcements`, input)).status).toBe(200)
  },
  'team-notification': async (email) => {
    const person = shop.visitor()
    await person.signIn(await givenAdmin(shop.db, { email }))
    const settings = {
      kinds: ['orders'],
      push_kinds: [],
      summary: 'none',
      quiet_from: null,
      quiet_until: null,
    }
    expect((await person.put('/notifications/settings', settings)).status).toBe(200)
    await paidWith(GOOD_CARD, `buyer-of-${email}`)
    // Its job looks every minute.
    await sendNotifications(shop)
  },
  // Sent by campaigns, not by an event.
  promotional: async (email) => {
    await givenConsent(shop.db, email)
    await shop.db.transaction((tx) => queueMail(shop.jobs, tx, newsletterTo(email)))
  },
}

/** The newest mail of a template to an address, once the server has it. */
async function receivedBy(to: string, template: TemplateId) {
  const id = await vi.waitFor(
    async () => {
      const rows = await shop.db.select().from(mails)
      const mail = rows.find((row) => row.to_address === to && row.template === template)
      expect(mail?.status).toBe('sent')
      return mail?.id ?? ''
    },
    { timeout: 250_000, interval: 200 },
  )
  const mail = server.received.find(({ raw }) => raw.includes(`<${id}@`)) as ReceivedMail
  return { mail, parsed: await simpleParser(mail.raw) }
}

/** Of every mail: who it is from and to, both parts, links and pictures. */
function expectSound({ mail, parsed }: { mail: ReceivedMail; parsed: ParsedMail }, to: string) {
  expect(mail.to).toEqual([to])
  expect((parsed.to as AddressObject).value.map(({ address: one }) => one)).toEqual([to])
  expect(parsed.from?.value[0]?.name).toBe('Petal & Dew')
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
  expect(parsed.subject).not.toMatch(/undefined|\{\{|\[/)
  const html = parsed.html || ''
  expect(parsed.text).not.toMatch(/undefined|\{\{|<[a-z/]/)
  for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
    expect(link).toMatch(/^(https?:\/\/localhost:\d+\/|mailto:)/)
  }
  // Gmail shows 102 kB; neither it nor Outlook knows positioned, flex or grid boxes, or variables.
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  const inline = [...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style).join(';')
  expect(inline.length).toBeGreaterThan(1000)
  expect(inline).not.toMatch(/position:|display:(flex|grid)|var\(|calc\(|float:|@import/)
  expect(html).not.toMatch(/<(script|form|input|svg|video|link)\b/)
  for (const [tag] of html.matchAll(/<img\b[^>]*>/g)) expect(tag).toMatch(/alt="[^"]+"/)
}

/** What a mail program gets that loads the pictures. */
const picturesIn = (html: string) =>
  Promise.all(
    [...html.matchAll(/<img\b[^>]*\bsrc="([^"]*)"/g)].map(async ([, src = '']) => {
      const { status, headers } = await fetch(src)
      return { status, type: headers.get('content-type') }
    }),
  )

const isMarketing = (id: TemplateId) =>
  templates[id].category === 'marketing' || templates[id].category === 'post-purchase'

const WITH_PICTURE: readonly TemplateId[] = [
  'payment-link',
  'order-confirmation',
  'order-shipped',
  'order-delivered',
  'order-cancelled',
  'payment-failed',
  'order-received',
  'return-asked',
  'return-approved',
  'return-declined',
  'return-arrived',
  'return-closed',
  'abandoned-cart',
  'review-request',
  'replenishment',
  'back-in-stock',
  'new-product',
  'sale-alert',
  'cross-sell',
]

describe.each(Object.keys(EVENTS) as TemplateId[])('%s', (id) => {
  // Shows B3.21
  test('arrives because of its event, whole and once', async () => {
    const to = `${id}@example.com`
    await EVENTS[id](to)
    const received = await receivedBy(to, id)
    expectSound(received, to)
    const { parsed } = received
    const unsubscribe = parsed.headers.get('list') as { unsubscribe?: { url: string } } | undefined
    if (isMarketing(id)) {
      expect(unsubscribe?.unsubscribe?.url).toMatch(/\/unsubscribe\?email=.*&token=/)
      expect(parsed.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toContain(
        'List-Unsubscribe=One-Click',
      )
      expect(parsed.text).toContain('/mail-preferences?')
    } else {
      expect(unsubscribe?.unsubscribe).toBeUndefined()
    }
    const pictures = await picturesIn(parsed.html || '')
    expect(pictures).toEqual(pictures.map(() => ({ status: 200, type: 'image/jpeg' })))
    expect(pictures.length > 0).toBe(WITH_PICTURE.includes(id))
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual(
      id === 'order-confirmation' ? ['application/pdf'] : [],
    )
    const stored = await shop.db.select().from(mails)
    const same = stored.filter((row) => row.to_address === to && row.template === id)
    expect(same).toHaveLength(1)
  })
})

test('an announcement is made once, and not to those who unsubscribed or never agreed', async () => {
  const again = { id: serum.id, kind: 'new-product' }
  const { body } = await admin.post(`/products/${serum.id}/announcements`, again)
  expect(body).toMatchObject({ code: 'ALREADY_ANNOUNCED' })
  const full = { id: serum.id, kind: 'sale-alert' }
  const refused = await admin.post(`/products/${serum.id}/announcements`, full)
  expect(refused.body).toMatchObject({ code: 'NOT_ANNOUNCEABLE' })
  const rows = await shop.db.select().from(mails)
  const asked = rows.filter(({ to_address }) => to_address === 'order-shipped@example.com')
  expect(asked.map(({ template }) => template)).not.toContain('new-product')
})

test('who asks for a product that is in stock is answered so; a link of another address is refused', async () => {
  const guest = shop.visitor()
  const asked = { id: serum.id, email: 'eager@example.com' }
  const { body } = await guest.post(`/products/${serum.id}/notify-me`, asked)
  expect(body).toMatchObject({ code: 'STILL_IN_STOCK' })
  const forged = `/notify-me?product=${serum.id}&email=victim%40example.com&token=x`
  expect((await guest.send('POST', forged)).status).toBe(400)
})
