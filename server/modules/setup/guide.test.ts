import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Setup, SetupPartName, SetupStepName } from '#contract/setup.ts'
import { content } from '#demo/fixtures.ts'
import { demoId } from '#demo/repeatable.ts'
import { user_roles } from '#server/modules/accounts/accounts.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { pages, shop_texts } from '#server/modules/content/content.table.ts'
import { givenAdmin, givenPicture, givenProduct } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { givenMailServer } from '#server/testing/smtp.ts'

const merchant = {
  id: 'MERCHANTOWN01',
  name: 'Rosewater',
  privateToken: 'own_token',
  signingSecret: 'own_secret',
}
const other = { ...merchant, id: 'MERCHANTOWN02', name: 'Rosewater Two' }
const owner = { full_name: 'Olive', email: 'olive@rosewater.shop', password: 'long enough to own' }

let shop: PayableShop
let admin: Visitor
let demoAdmin: Awaited<ReturnType<typeof givenAdmin>>

/** As the demo: its admin has a recognisable id, and nobody has connected anything. */
beforeAll(async () => {
  shop = await givenPayableShop({ merchants: [{}, merchant, other] })
  demoAdmin = await givenAdmin(shop.db, { id: demoId('account', 'admin') })
  admin = shop.visitor()
  await admin.signIn(demoAdmin)
})

async function step(name: SetupStepName) {
  const { steps }: Setup = (await admin.get('/setup')).body
  const found = steps.find((one) => one.step === name)
  if (!found) throw new Error(`No step ${name}`)
  const open = found.parts.filter(({ is_done }) => !is_done).map(({ part }) => part)
  const partOf = (part: SetupPartName) => found.parts.find((one) => one.part === part)
  return { is_done: found.is_done, open, partOf }
}
const confirm = (part: SetupPartName, confirmable: string | null | undefined) =>
  admin.post('/setup/confirm', { part, confirmable: confirmable ?? '' })

test('the account: the owner’s in the place of the demo’s, whose password opens nothing any more', async () => {
  expect(await step('account')).toMatchObject({ is_done: false, open: ['own_admin', 'demo_admin'] })
  const remove = () => admin.send('DELETE', '/api/setup/demo-admin')
  expect((await remove()).status).toBe(409)
  const taken = { ...owner, email: demoAdmin.email }
  expect((await admin.post('/setup/own-admin', taken)).body.code).toBe('ADDRESS_TAKEN')
  expect((await admin.post('/setup/own-admin', owner)).status).toBe(200)
  expect((await admin.get('/setup')).status).toBe(401)
  expect((await shop.visitor().signIn(demoAdmin)).body.code).toBe('INVALID_CREDENTIALS')

  admin = shop.visitor()
  const { email, password } = owner
  expect((await admin.post('/auth/sign-in/email', { email, password })).status).toBe(200)
  expect((await step('account')).is_done).toBe(true)
  await shop.db.insert(user_roles).values({ user_id: demoAdmin.id, role: 'admin' })
  expect((await step('account')).open).toEqual(['demo_admin'])
  expect((await remove()).status).toBe(200)
  expect((await step('account')).is_done).toBe(true)
})

type Editable = { setting_key: string; setting_value: string; version: number }

async function saveSetting(setting_key: string, setting_value: string) {
  const rows: Editable[] = (await admin.get('/editable/site_settings')).body
  const version = rows.find((row) => row.setting_key === setting_key)?.version ?? 0
  const saved = await admin.put(`/site_settings/${setting_key}`, { setting_value, version })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

test('name, look and contact differ from the demo’s; logo and colour may be confirmed as they are', async () => {
  expect((await step('look')).open).toEqual(['name', 'contact', 'logo', 'colour'])
  await saveSetting('site_title', 'Rosewater')
  await saveSetting('support_email', 'care@rosewater.shop')
  expect((await step('look')).open).toEqual(['contact', 'logo', 'colour'])
  await saveSetting('contact_phone', '+1 555 0177')
  await saveSetting('accent_colour', '#1f5a4c')
  expect((await step('look')).open).toEqual(['logo'])
  const { partOf } = await step('look')
  expect((await confirm('logo', 'something else')).body.code).toBe('CHANGED_SINCE_READ')
  expect((await confirm('logo', partOf('logo')?.confirmable)).status).toBe(200)
  expect((await step('look')).is_done).toBe(true)
  await saveSetting('accent_colour', '')
  await saveSetting('site_title', 'Petal & Dew')
  // The confirmation was that "Rosewater" does without a logo.
  expect((await step('look')).open).toEqual(['name', 'logo', 'colour'])
})

test('opening hours in lines of one’s own, the time zone, and a banner: own ones, or confirmed as they are', async () => {
  expect((await step('hours')).open).toEqual(['opening_hours', 'time_zone'])
  await saveSetting('opening_hours', 'Mon-Fri: 9:00 - 18:00')
  await saveSetting('time_zone', 'Europe/Berlin')
  const { is_done, partOf } = await step('hours')
  expect([is_done, partOf('opening_hours')?.found]).toEqual([true, 'Mon-Fri 9:00 - 18:00'])
  await saveSetting('opening_hours', '')
  expect((await step('hours')).open).toEqual(['opening_hours'])
  const usual = (await step('hours')).partOf('opening_hours')
  expect((await confirm('opening_hours', usual?.confirmable)).status).toBe(200)
  expect((await step('hours')).is_done).toBe(true)

  const banner = (await step('banner')).partOf('banner')
  expect(banner?.is_done).toBe(false)
  expect((await confirm('banner', banner?.confirmable)).status).toBe(200)
  expect((await step('banner')).is_done).toBe(true)
})

test('the address comes before what needs it, and Clover is not offered one of this machine alone', async () => {
  const { steps, is_webhook_local }: Setup = (await admin.get('/setup')).body
  const names = steps.map((one) => one.step)
  expect(names.indexOf('address')).toBeLessThan(names.indexOf('payment'))
  expect(names.indexOf('address')).toBeLessThan(names.indexOf('mail'))
  expect(is_webhook_local).toBe(true)
})

test('shipping is charged by zones, or free on purpose', async () => {
  expect((await step('shipping')).open).toEqual(['shipping_rates'])
  const free = (await step('shipping')).partOf('shipping_rates')
  expect((await confirm('shipping_rates', free?.confirmable)).status).toBe(200)
  expect((await step('shipping')).is_done).toBe(true)
})

test('policies are changed, or confirmed as they are; another text needs another look', async () => {
  const { open, partOf } = await step('policies')
  expect(open).toHaveLength(4)
  const change = (slug: string, set: Partial<typeof pages.$inferInsert>) =>
    shop.db.update(pages).set(set).where(eq(pages.slug, slug))
  const original = (await shop.db.select().from(pages)).find(
    ({ slug }) => slug === 'privacy-policy',
  )
  await change('privacy-policy', { content: 'Our own words.' })
  for (const part of ['terms-of-service', 'shipping-policy', 'returns-policy'] as const) {
    expect((await confirm(part, partOf(part)?.confirmable)).status).toBe(200)
  }
  expect((await step('policies')).is_done).toBe(true)
  await change('privacy-policy', { content: original?.content })
  expect((await step('policies')).open).toEqual(['privacy-policy'])
  await change('terms-of-service', { is_active: false })
  expect((await step('policies')).open).toEqual(['privacy-policy', 'terms-of-service'])
})

test('claims of the demo are read and confirmed, or changed; an own shop has none to check', async () => {
  await expect(step('claims')).rejects.toThrow('No step')
  const texts = content.shop_texts.map((text) => ({ ...text, is_own: false }))
  await shop.db.insert(shop_texts).values(texts)
  const { open, partOf } = await step('claims')
  expect(open).toHaveLength(5)
  const { confirmable } = partOf('claims_answers') ?? {}
  expect((await confirm('claims_answers', confirmable)).status).toBe(200)
  const save = (text_key: string, text: string) =>
    admin.put(`/shop_texts/${text_key}`, { title: null, text, version: 1 })
  expect((await save('consent', 'Write to me.')).status).toBe(200)
  expect((await step('claims')).open).toEqual(['claims_privacy', 'claims_terms', 'claims_shipping'])
  expect((await save('answer_vegan', '')).status).toBe(200)
  expect((await step('claims')).open).toContain('claims_answers')
  expect((await confirm('claims_answers', confirmable)).body.code).toBe('CHANGED_SINCE_READ')
  await shop.db.delete(shop_texts)
})

test('a product of one’s own with a picture; the demo’s do not count', async () => {
  const images = [await givenPicture(shop.db)]
  await givenProduct(shop.db, { id: demoId('product', 'serum'), images })
  expect((await step('product')).is_done).toBe(false)
  const { id } = await givenProduct(shop.db, { name: 'Rose Mist', images })
  const done = await step('product')
  expect([done.is_done, done.partOf('own_product')?.found]).toEqual([true, 'Rose Mist'])
  const archived_at = new Date().toISOString()
  await shop.db.update(products).set({ archived_at }).where(eq(products.id, id))
  expect((await step('product')).is_done).toBe(false)
})

describe('payment', () => {
  const connect = ({ id, privateToken }: typeof merchant) =>
    admin.put('/clover_settings', { merchant_id: id, private_token: privateToken })

  test('waits for a signed event; the test order is paid and given back whole', async () => {
    expect((await step('payment')).open).toEqual(['credentials', 'webhook_secret', 'webhook_event'])
    await connect(merchant)
    const { id, signingSecret } = merchant
    await admin.put(`/clover_settings/${id}/webhook_secret`, { webhook_secret: signingSecret })
    expect((await step('payment')).open).toEqual(['webhook_event'])
    expect((await step('test_order')).open).toEqual(['paid', 'refunded'])

    const { order, session } = await givenOpenPage(
      shop,
      await givenProduct(shop.db, { price: 20, stock: 5 }),
    )
    const { payment } = await shop.simulator.control.pay(session)
    expect((await step('payment')).is_done).toBe(true)
    const paid = await step('test_order')
    expect([paid.open, paid.partOf('paid')?.id]).toEqual([['refunded'], order.id])
    await admin.post(`/payments/${payment?.id}/refunds`, { amount: 5 })
    expect((await step('test_order')).open).toEqual(['refunded'])
    await admin.post(`/payments/${payment?.id}/refunds`, { amount: 15 })
    expect((await step('test_order')).is_done).toBe(true)
  })

  test('begins again with another merchant account', async () => {
    await connect(other)
    expect((await step('payment')).open).toEqual(['webhook_secret', 'webhook_event'])
    expect((await step('test_order')).open).toEqual(['paid', 'refunded'])
  })
})

test('mail: a server, and a test mail that left through it', async () => {
  expect((await step('mail')).open).toEqual(['mail_server', 'test_mail'])
  const server = await givenMailServer()
  const account = {
    host: '127.0.0.1',
    port: Number(server.env.SMTP_PORT),
    user: '',
    password: '',
    sender: 'Rosewater <hello@rosewater.shop>',
    dkim_domain: '',
    dkim_selector: '',
    dkim_key: '',
  }
  const saved = await admin.put('/mail_settings', { ...account, version: 0 })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await step('mail')).open).toEqual(['test_mail'])
  const mail = { to: owner.email, subject: 'Test', html: '<p>Test</p>' }
  expect((await admin.post('/functions/send-test-email', mail)).status).toBe(200)
  expect((await step('mail')).is_done).toBe(true)
  const { dns_records }: Setup = (await admin.get('/setup')).body
  expect(dns_records).toEqual([
    { what: 'SPF', name: 'rosewater.shop', value: 'v=spf1 a:127.0.0.1 ~all' },
  ])
  const second = await givenMailServer()
  const { version } = (await admin.get('/mail_settings')).body
  await admin.put('/mail_settings', { ...account, port: Number(second.env.SMTP_PORT), version })
  expect((await step('mail')).open).toEqual(['test_mail'])
})

test('the address: with TLS, and the shop has answered there', async () => {
  expect((await step('address')).open).toEqual(['secure_address', 'address_answers'])
  const save = async (public_url: string) =>
    admin.put('/shop_address', {
      public_url,
      trusted_proxies: 1,
      version: (await admin.get('/shop_address')).body.version,
      unchecked: true,
    })
  await save(`http://127.0.0.1:${shop.config.port}`)
  expect((await step('address')).open).toEqual(['secure_address'])
  await save('https://rosewater.invalid')
  expect((await step('address')).open).toEqual(['address_answers'])
  expect((await admin.get('/setup')).body.is_webhook_local).toBe(false)
  await save('')
})

test('the guide can be hidden and comes back; shoppers see nothing of it', async () => {
  const isHidden = async () => (await admin.get('/setup')).body.is_hidden
  expect(await isHidden()).toBe(false)
  await admin.put('/setup/hidden', { is_hidden: true })
  expect(await isHidden()).toBe(true)
  await admin.put('/setup/hidden', { is_hidden: false })
  expect(await isHidden()).toBe(false)
  expect((await shop.visitor().get('/setup')).status).toBe(401)
})
