import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { simpleParser } from 'mailparser'
import { beforeAll, expect, test, vi } from 'vitest'
import { rememberedCampaign } from '#server/platform/campaign-cookie.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  campaignBecomes,
  lookForCampaigns,
  owner,
  startCampaign,
} from '#server/testing/campaign-factories.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import { givenConsent, givenMailWorker, mailEnv } from '#server/testing/mail-factories.ts'
import { address, givenCoupon, givenOrder } from '#server/testing/order-factories.ts'
import { givenMailServer, headerOf } from '#server/testing/smtp.ts'
import { optOut, recordConsent } from '../../consent/index.ts'
import { mails } from '../mail.table.ts'
import { readMailText } from '../mail-log.ts'
import { readShop } from '../mail-message.ts'
import { serveUnsubscribe } from '../unsubscribe.ts'
import { readAudience } from './audience.ts'
import { serveCampaignLinks } from './campaign-links.ts'
import {
  pauseCampaign,
  rescheduleCampaign,
  resumeCampaign,
  stopCampaign,
} from './campaign-states.ts'
import { campaign_recipients } from './campaigns.table.ts'
import { listRecipients, readCampaign, readCampaignDetails } from './read-campaigns.ts'
import { setRate } from './sending-rate.ts'

const HOUR_MS = 3_600_000

let server: Awaited<ReturnType<typeof givenMailServer>>
let worker: Awaited<ReturnType<typeof givenMailWorker>>
let context: Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  const { url } = await givenDatabase()
  server = await givenMailServer()
  worker = await givenMailWorker(mailEnv(url, server.env), now)
  context = { ...worker, now }
  await setRate(context, 6000, owner())
})

const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email))

const readers = async (name: string, count: number) => {
  const addresses = Array.from({ length: count }, (_, n) => `${name}.${n}@example.com`)
  await givenConsent(context.db, ...addresses)
  return addresses
}

// Shows B7.12
test('each recipient with consent gets it once, by name; the others are left out, and why', async () => {
  const iris = await givenProfile(context.db, { full_name: 'Iris <b>Bloom</b>' })
  const rose = await givenProfile(context.db, { full_name: 'Rose Bud' })
  await givenConsent(context.db, rose.email, iris.email, 'gone@example.com')
  await optOut(context.db, 'gone@example.com', now().toISOString())

  const { campaign_id, ...counted } = await startCampaign(
    context,
    [rose.email.toUpperCase(), rose.email, iris.email, 'gone@example.com', 'never@example.com'],
    { subject: 'For you[, {{name}}]', body: 'Hello {{name}}, look.', link: '/products?q=serum' },
  )
  expect(counted).toEqual({ success: true, recipients: 2, left_out: 2 })
  await campaignBecomes(context.db, campaign_id, 'finished')

  const [raw, ...others] = mailsTo(rose.email)
  expect(others).toEqual([])
  const mail = await simpleParser(raw?.raw ?? '')
  expect(mail.subject).toBe('For you, Rose Bud')
  expect(mail.text).toContain('Hello Rose Bud, look.')
  expect(mail.html).toContain(`/go/${campaign_id}`)
  expect(headerOf(raw, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headerOf(raw, 'list-unsubscribe')).toContain(`campaign=${campaign_id}`)
  // A name that looks like markup is not used.
  const [odd] = mailsTo(iris.email)
  expect((await simpleParser(odd?.raw ?? '')).subject).toBe('For you')

  const details = await readCampaignDetails(context, campaign_id)
  expect(details.counts).toMatchObject({ total: 4, sent: 2, left_out: 2, waiting: 0, queued: 0 })
  expect(new Map(details.left_out.map(({ reason, people }) => [reason, people]))).toEqual(
    new Map([
      ['unsubscribed', 1],
      ['no-consent', 1],
    ]),
  )

  const [stored] = await context.db.select().from(mails).where(eq(mails.to_address, rose.email))
  expect(stored).toMatchObject({ status: 'sent', html: '' })
  const shop = () => readShop(context)
  const shown = await readMailText(context, shop, stored?.id ?? '')
  expect(shown.html).toContain('Hello Rose Bud, look.')
})

// Shows B3.9, B7.11
test('the audience: accounts, guests, buyers of a product, days of completed orders', async () => {
  const product = await givenProduct(context.db)
  const buyer = await givenProfile(context.db)
  const browser = await givenProfile(context.db)
  await givenConsent(context.db, buyer.email, 'guest.march@example.com')
  const guest = (email: string) => ({ shipping_address: { ...address, email } })
  const paid = (completed_at: string) => ({ status: 'completed', completed_at }) as const
  const items = [{ product, quantity: 1 }]
  await givenOrder(context.db, {
    user_id: buyer.id,
    items,
    ...paid('2026-03-31T23:30:00Z'),
  })
  await givenOrder(context.db, {
    items,
    ...guest('guest.march@example.com'),
    ...paid('2026-03-01T00:00:00Z'),
  })
  await givenOrder(context.db, {
    ...guest('guest.april@example.com'),
    ...paid('2026-04-01T00:00:00Z'),
  })
  await givenOrder(context.db, { items, ...guest('guest.unpaid@example.com') })

  const emails = async (filter: object) =>
    (await readAudience(context.db, filter)).items.map(({ email }) => email)
  const product_id = product.id
  expect(await emails({ product_id })).toEqual([buyer.email, 'guest.march@example.com'].toSorted())
  expect(await emails({ product_id, type: 'guest' })).toEqual(['guest.march@example.com'])
  expect(await emails({ type: 'guest' })).toEqual([
    'guest.april@example.com',
    'guest.march@example.com',
  ])
  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect(await emails(march)).toEqual([buyer.email, 'guest.march@example.com'].toSorted())
  expect(await emails({ type: 'user', q: browser.email })).toEqual([browser.email])
  expect(await emails({ ...march, type: 'user', q: browser.email })).toEqual([])

  const april = await readAudience(context.db, { from: '2026-04-01' })
  expect(april).toMatchObject({
    receiving: 0,
    left_out: [{ reason: 'no-consent', people: 1 }],
    items: [{ email: 'guest.april@example.com', type: 'guest', left_out: 'no-consent' }],
  })
  const { campaign_id } = await startCampaign(context, undefined, {
    audience: { product_id, excluded: [buyer.email] },
  })
  const campaign = await campaignBecomes(context.db, campaign_id, 'finished')
  expect(campaign.counts).toMatchObject({ total: 1, sent: 1 })
})

test('who signed up for the newsletter is a guest of the audience, also without an order', async () => {
  const member = await givenProfile(context.db)
  const sign = (email: string, source: 'newsletter' | 'checkout', at: Date) =>
    recordConsent(context.db, { email, consent: true, source, at })
  const later = new Date(now().getTime() + 1000)
  await sign('reader@example.com', 'newsletter', now())
  await sign('reader@example.com', 'checkout', later)
  await sign(member.email, 'newsletter', now())
  await sign('tick@example.com', 'checkout', now())
  await sign('ended@example.com', 'newsletter', now())
  await optOut(context.db, 'ended@example.com', later.toISOString())
  const found = async (q: string, more = {}) =>
    (await readAudience(context.db, { q, ...more })).items
  expect(await found('reader@')).toEqual([
    { email: 'reader@example.com', name: '', type: 'guest', left_out: null },
  ])
  expect(await found('reader@', { type: 'guest' })).toHaveLength(1)
  expect(await found('reader@', { type: 'user' })).toEqual([])
  expect(await found('reader@', { from: '2020-01-01' })).toEqual([])
  expect(await found(member.email)).toMatchObject([{ type: 'user' }])
  expect(await found(member.email, { type: 'guest' })).toEqual([])
  expect(await found('tick@')).toEqual([])
  expect(await found('ended@')).toEqual([])
})

test('paused in the middle, nothing more leaves; resumed at another rate, each gets it exactly once', async () => {
  const addresses = await readers('pause', 40)
  await setRate(context, 120, owner())
  const { campaign_id } = await startCampaign(context, addresses)
  await vi.waitFor(() => expect(countOf('pause')).toBeGreaterThan(2), {
    timeout: 20_000,
  })
  await pauseCampaign(context.db, campaign_id, owner(now()))
  const paused = await vi.waitFor(
    async () => {
      const campaign = await readCampaign(context.db, campaign_id)
      expect(campaign.counts.queued).toBe(0)
      return campaign
    },
    { timeout: 20_000 },
  )
  expect(paused.status).toBe('paused')
  expect(paused.counts.waiting).toBeGreaterThan(0)
  expect(paused.counts.sent).toBe(countOf('pause'))
  await lookForCampaigns(context)

  await setRate(context, 6000, owner(now()))
  await resumeCampaign(context, campaign_id, owner(now()))
  const { counts } = await campaignBecomes(context.db, campaign_id, 'finished')
  expect(counts).toMatchObject({ sent: 40, failed: 0, left_out: 0 })
  expect(addresses.filter((email) => mailsTo(email).length !== 1)).toEqual([])
})

const countOf = (name: string) =>
  server.received.filter(({ to }) => to[0]?.startsWith(`${name}.`)).length

test('when it is stopped, those who wait are left out for good', async () => {
  const addresses = await readers('stop', 30)
  await setRate(context, 60, owner())
  const { campaign_id } = await startCampaign(context, addresses)
  await vi.waitFor(() => expect(countOf('stop')).toBeGreaterThan(0), { timeout: 20_000 })
  await stopCampaign(context.db, campaign_id, owner(now()))
  await setRate(context, 6000, owner(now()))
  const { counts } = await vi.waitFor(
    async () => {
      const campaign = await readCampaign(context.db, campaign_id)
      expect(campaign.counts.queued).toBe(0)
      return campaign
    },
    { timeout: 20_000 },
  )
  expect(counts.sent).toBe(countOf('stop'))
  expect(counts.sent + counts.left_out).toBe(30)
  await expect(resumeCampaign(context, campaign_id, owner())).rejects.toMatchObject({
    code: 'CAMPAIGN_STATE',
    data: { status: 'stopped' },
  })
})

test('an address that the mail server refuses has failed, with its reason; the campaign is finished', async () => {
  const addresses = await readers('refused', 2)
  server.refusals.set('refused.1@example.com', 'No such mailbox')
  const { campaign_id } = await startCampaign(context, addresses)
  const { counts } = await campaignBecomes(context.db, campaign_id, 'finished')
  expect(counts).toMatchObject({ sent: 1, failed: 1 })
  const failed = await listRecipients(context.db, { id: campaign_id, status: 'failed' })
  expect(failed.items[0]).toMatchObject({ email: 'refused.1@example.com' })
  expect(failed.items[0]?.reason).toContain('No such mailbox')
})

test('consent is checked again at the moment of sending', async () => {
  const addresses = await readers('leaving', 2)
  const send_at = new Date(now().getTime() + 24 * HOUR_MS).toISOString()
  const { campaign_id } = await startCampaign(context, addresses, { send_at })
  await lookForCampaigns(context)
  await optOut(context.db, 'leaving.0@example.com', now().toISOString())
  expect((await readCampaign(context.db, campaign_id)).status).toBe('scheduled')
  await resumeCampaign(context, campaign_id, owner(now()))
  const { counts } = await campaignBecomes(context.db, campaign_id, 'finished')
  expect(counts).toMatchObject({ sent: 1, left_out: 1 })
  expect(mailsTo('leaving.0@example.com')).toEqual([])
})

test('a campaign more than an hour late waits for the owner; less late, it is sent', async () => {
  const [first = '', second = ''] = await readers('late', 2)
  const soon = () => new Date(now().getTime() + 60_000).toISOString()
  const late = await startCampaign(context, [first], { send_at: soon() })
  ahead += 2 * HOUR_MS
  const punctual = await startCampaign(context, [second], { send_at: soon() })
  ahead += HOUR_MS / 2
  await lookForCampaigns(context)
  await campaignBecomes(context.db, punctual.campaign_id, 'finished')
  expect((await readCampaign(context.db, late.campaign_id)).status).toBe('late')
  expect(mailsTo(first)).toEqual([])

  await expect(
    rescheduleCampaign(
      context,
      { id: late.campaign_id, send_at: now().toISOString() },
      owner(now()),
    ),
  ).rejects.toMatchObject({ code: 'TIME_IS_PAST' })
  await rescheduleCampaign(context, { id: late.campaign_id, send_at: soon() }, owner(now()))
  expect((await readCampaign(context.db, late.campaign_id)).status).toBe('scheduled')
  await resumeCampaign(context, late.campaign_id, owner(now()))
  await campaignBecomes(context.db, late.campaign_id, 'finished')
  expect(mailsTo(first)).toHaveLength(1)
})

test('its results: who unsubscribed through it, and paid orders of a week with its coupon or link', async () => {
  const coupon = await givenCoupon(context.db)
  const [reader = ''] = await readers('result', 1)
  const { campaign_id } = await startCampaign(context, [reader], {
    coupon_code: coupon.code,
    link: '/products',
  })
  await campaignBecomes(context.db, campaign_id, 'finished')
  expect(mailsTo(reader)[0]?.raw).toContain(coupon.code)

  const app = fastify()
  serveCampaignLinks(app, context as AppContext)
  serveUnsubscribe(app, context as AppContext)
  const opened = await app.inject({ url: `/go/${campaign_id}` })
  expect(opened.statusCode).toBe(302)
  expect(opened.headers.location).toBe('/products')
  const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
  const remembered = (value: string) =>
    rememberedCampaign({ config: context.config, headers: () => new Headers({ cookie: value }) })
  expect(remembered(cookie)).toBe(campaign_id)
  expect(remembered(cookie.replace(/.$/, '_'))).toBeNull()
  const unknown = await app.inject({ url: '/go/https%3A%2F%2Fexample.net' })
  expect(unknown.headers).toMatchObject({ location: '/' })
  expect(unknown.headers['set-cookie']).toBeUndefined()

  const link = /<(https:[^>]+)>/.exec(headerOf(mailsTo(reader)[0], 'list-unsubscribe') ?? '')?.[1]
  const clicked = await app.inject({ method: 'POST', url: link?.replace(/^https:\/\/[^/]+/, '') })
  expect(clicked.statusCode).toBe(200)
  await app.close()

  const placed = (days: number, more: object) =>
    givenOrder(context.db, {
      status: 'completed',
      created_at: new Date(now().getTime() + days * 24 * HOUR_MS).toISOString(),
      completed_at: now().toISOString(),
      ...more,
    })
  await placed(1, { coupon_code: coupon.code, campaign_id })
  await placed(6, { campaign_id })
  await placed(8, { campaign_id })
  await placed(1, { coupon_code: coupon.code, status: 'cancelled' })
  await placed(-1, { coupon_code: coupon.code })
  await placed(2, {})
  const results = await readCampaignDetails(context, campaign_id)
  expect(results).toMatchObject({ unsubscribed: 1, orders: 2, revenue: 40 })
})

test('refused: nobody who may get it, a time that is over, an unknown variable, a sale without a percentage', async () => {
  const [reader = ''] = await readers('fine', 1)
  const before = await context.db.$count(campaign_recipients)
  const refused = (recipients: string[], more: object, code: string) =>
    expect(startCampaign(context, recipients, more)).rejects.toMatchObject({ code })
  await refused(['stranger@example.com'], {}, 'NO_RECIPIENTS')
  await refused(
    [reader],
    { send_at: new Date(now().getTime() - 1000).toISOString() },
    'TIME_IS_PAST',
  )
  await refused([reader], { body: 'Your order {{orderNumber}}' }, 'UNKNOWN_VARIABLE')
  await refused([reader], { template: 'sale-alert' }, 'COUPON_NEEDED')
  await refused([reader], { coupon_code: 'NO-SUCH-CODE' }, 'COUPON_NOT_VALID')
  await refused([reader], { template: 'new-product' }, 'PRODUCT_NEEDED')
  expect(await context.db.$count(campaign_recipients)).toBe(before)
})
