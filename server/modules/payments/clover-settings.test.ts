import { beforeAll, expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  type PayableShop,
  placed,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { readOrder } from '../orders/index.ts'
import { createClover } from './clover/index.ts'
import { clover_settings } from './payments.table.ts'

const TOKEN = 'chain_token'
const first = { id: 'MERCHANTONE01', name: 'Petal Boston', privateToken: TOKEN }
const second = {
  id: 'MERCHANTTWO02',
  name: 'Petal Salem',
  privateToken: TOKEN,
  signingSecret: 'salem_secret',
}

let shop: PayableShop
let admin: Visitor

/** A shop without any credentials in its environment, and an account with two merchants at the provider. */
beforeAll(async () => {
  shop = await givenPayableShop({ merchants: [{}, first, second] })
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
})

const save = (merchant_id: string, private_token = TOKEN) =>
  admin.put('/clover_settings', { merchant_id, private_token })
const settings = async () => (await admin.get('/clover_settings/all')).body

// Shows B7.9, B8.11
test('the merchants of a token are listed with their address; a wrong token loads none', async () => {
  const load = (privateToken: string) =>
    admin.post('/functions/get-clover-merchants', { privateToken })
  const { status, body } = await load(TOKEN)
  expect(status).toBe(200)
  const address = { address1: '1 Main St', city: 'Boston', state: 'MA' }
  expect(body.merchants).toEqual([
    { id: first.id, name: first.name, address },
    { id: second.id, name: second.name, address },
  ])
  const refused = await load('wrong')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Failed to load merchants from Clover: Clover refused this token. Please copy it again from your Clover dashboard.',
  ])
})

// Shows B7.10, B8.9
test('wrong or missing credentials store nothing; an outage is not called invalid', async () => {
  const wrong = await save(first.id, 'wrong')
  expect([wrong.status, wrong.body.message]).toEqual([
    409,
    'Invalid credentials - unable to connect to Clover',
  ])
  expect((await save('MERCHANTNONE1')).body.code).toBe('INVALID_CLOVER_CREDENTIALS')
  expect((await save('', TOKEN)).status).toBe(400)
  expect((await save(first.id, 'two words')).status).toBe(400)
  shop.simulator.control.set({ faults: [{ on: 'merchants', fault: '500' }] })
  expect((await save(first.id)).body.code).toBe('CLOVER_NOT_ANSWERING')
  shop.simulator.control.set({ faults: [] })
  expect(await shop.db.select().from(clover_settings)).toEqual([])
  expect((await settings()).active).toBeNull()
  expect((await admin.get('/insights/figures')).body.payment).toBe('missing')
  expect((await admin.post('/clover_settings/test', {})).body.code).toBe('NOT_CONFIGURED')
})

test('a token that may not read its merchant is accepted when it opens a payment page', async () => {
  shop.simulator.control.set({ faults: [{ on: 'merchants', fault: '403' }] })
  expect((await save(first.id)).status).toBe(200)
  expect((await save(first.id, 'wrong')).status).toBe(409)
  shop.simulator.control.set({ faults: [] })
})

// Shows B4.13, B7.8
test('saving makes a merchant the active one; payments under way on the one before still settle', async () => {
  expect((await save(first.id)).status).toBe(200)
  const serum = await givenProduct(shop.db, { price: 38.5 })
  const early = shop.visitor()
  const before = await placed(early, serum)
  const oldPage = sessionIn((await early.link(before)).body.paymentUrl)
  const { body } = await save(second.id)
  expect(body.active).toEqual({
    merchant_id: second.id,
    merchant_name: second.name,
    source: 'saved',
    has_webhook_secret: false,
  })
  expect(body.saved.map((one: { is_active: boolean }) => one.is_active)).toEqual([true, false])
  expect(body.webhook_url).toBe(`${shop.config.publicUrl}/webhooks/clover`)
  const secret = { webhook_secret: second.signingSecret }
  const stored = await admin.put(`/clover_settings/${second.id}/webhook_secret`, secret)
  expect(stored.body.active.has_webhook_secret).toBe(true)
  expect((await admin.put('/clover_settings/NOBODY/webhook_secret', secret)).status).toBe(404)

  const late = shop.visitor()
  const after = await placed(late, serum)
  const newPage = sessionIn((await late.link(after)).body.paymentUrl)
  const sessions = shop.simulator.control.ledger().sessions
  expect(sessions.find(({ id }) => id === newPage)?.merchant_id).toBe(second.id)
  await shop.simulator.control.pay(oldPage)
  await shop.simulator.control.pay(newPage)
  // The first merchant has no secret, so its event is refused, and the return page asks the provider.
  expect((await early.complete(before.id)).body.success).toBe(true)
  expect((await readOrder(shop.db, after.id))?.status).toBe('completed')
  expect((await admin.post('/clover_settings/test', {})).body.name).toBe(second.name)
})

// Shows B3.7, B6.1
test('no secret leaves the server or enters the audit log; others may not look', async () => {
  const secrets = [TOKEN, second.signingSecret]
  const stored = JSON.stringify(await shop.db.select().from(clover_settings))
  const entries = await shop.db.select().from(audit_log)
  const answers = [
    JSON.stringify(await settings()),
    JSON.stringify((await admin.post('/clover_settings/test', {})).body),
  ]
  for (const text of [stored, JSON.stringify(entries), ...answers]) {
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  const changes = entries.filter(({ object_type }) => object_type === 'clover_settings')
  expect(changes.map(({ object_name, after }) => ({ object_name, after })).slice(-2)).toEqual([
    {
      object_name: second.name,
      after: { active_merchant: `${second.name} (${second.id})`, private_token: 'new' },
    },
    { object_name: second.name, after: { webhook_secret: 'new' } },
  ])
  const shopper = shop.visitor()
  await shopper.signIn(await givenProfile(shop.db))
  for (const [visitor, status] of [
    [shopper, 403],
    [shop.visitor(), 401],
  ] as const) {
    expect((await visitor.get('/clover_settings/all')).status).toBe(status)
    expect((await visitor.post('/clover_settings/test', {})).status).toBe(status)
    const token = { privateToken: TOKEN }
    expect((await visitor.post('/functions/get-clover-merchants', token)).status).toBe(status)
    const change = { merchant_id: first.id, private_token: TOKEN }
    expect((await visitor.put('/clover_settings', change)).status).toBe(status)
  }
})

test('another process uses the new merchant at once; variables of the environment win over it', async () => {
  const ENCRYPTION_KEY = shop.config.secrets.encryption
  const { databaseUrl, config } = shop
  const env = { ENCRYPTION_KEY, CLOVER_API_URL: config.clover.apiUrl }
  const other = await givenServer({ databaseUrl, env })
  const given = { CLOVER_MERCHANT_ID: 'MERCHANTSIM01', CLOVER_PRIVATE_TOKEN: 'sim_private_token' }
  const fixed = await givenServer({ databaseUrl, env: { ...env, ...given } })
  const simulated = await givenServer({
    databaseUrl,
    env: { ...env, ...given, CLOVER_SIMULATED: 'true' },
  })
  const active = async ({ context }: typeof other) => {
    const { readCloverSettings } = await import('./clover-settings.ts')
    const found = (await readCloverSettings(context)).active
    return [found?.merchant_id, found?.source]
  }
  await save(first.id)
  expect(await active(other)).toEqual([first.id, 'saved'])
  expect(await active(fixed)).toEqual(['MERCHANTSIM01', 'environment'])
  expect(await active(simulated)).toEqual([first.id, 'saved'])
  await save(second.id)
  expect(await active(other)).toEqual([second.id, 'saved'])
})

test('credentials that cannot be decrypted are shown, and can be entered again', async () => {
  await shop.db.update(clover_settings).set({ private_token: 'v1.damaged' })
  const { active, saved } = await settings()
  expect(active).toBeNull()
  expect(saved.every((one: { is_readable: boolean }) => !one.is_readable)).toBe(true)
  expect((await save(second.id)).body.active.merchant_id).toBe(second.id)
  const clover = createClover(shop.config, { merchant_id: second.id, private_token: TOKEN })
  expect((await clover.readMerchant()).name).toBe(second.name)
})
