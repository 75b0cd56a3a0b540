/** What the demo shop does not have, for pictures of the guide. Each returns the address of its screen. */
import { type APIRequestContext, type Page, request as requests } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts'

export const firstOf = (list: string, screen: string) => async (request: APIRequestContext) => {
  const { items } = await (await request.get(`/api/${list}`)).json()
  if (!items[0]) throw new Error(`Nothing in ${list}`)
  return `${screen}/${items[0].id}`
}

/** The demo charges no shipping, so that there is nothing to see. */
export async function withZones(request: APIRequestContext) {
  const method = (
    name: string,
    delivery_time: string,
    price: number,
    free_from: number | null,
  ) => ({
    ...{ id: null, kind: 'flat', steps: [], pickup_address: '', pickup_hours: '', active: true },
    ...{ name, delivery_time, price, free_from },
  })
  const near = [method('Standard', '3 to 5 days', 5.99, 50), method('Express', '1 day', 14.5, null)]
  const far = [method('Airmail', '7 to 14 days', 19, null)]
  const zones = [
    { name: 'Home', places: ['US', 'CA'], methods: near },
    { name: 'Everywhere else', places: ['*'], methods: far },
  ]
  for (const data of zones) await request.post('/api/shipping/zones', { data })
  return '/admin/shipping'
}

/** The demo takes no tax either. */
export async function withTaxes(request: APIRequestContext) {
  const { version } = await (await request.get('/api/tax/settings')).json()
  const settings = { enabled: true, prices_include_tax: false, version }
  await request.put('/api/tax/settings', { data: settings })
  const rates = [
    ['US', 'NY', '', 'New York State Tax', 4, true],
    ['US', 'NY', '100*', 'New York City Tax', 4.5, false],
    ['US', 'NY', '100*', 'Metropolitan Transit Tax', 0.375, false],
    ['US', 'NJ', '', 'New Jersey Sales Tax', 6.625, true],
    ['CA', 'QC', '', 'GST', 5, true],
    ['CA', 'QC', '', 'QST', 9.975, true],
  ]
  for (const [country, state, zip, name, rate, shipping_taxed] of rates) {
    const data = { country, state, zip, name, rate, shipping_taxed }
    await request.post('/api/tax/rates', { data })
  }
  return '/admin/tax'
}

/** The demo takes cards alone. */
export async function withPaymentMethods(request: APIRequestContext) {
  const texts: Record<string, string> = {
    pick_up:
      'Pay in cash or by card at our counter, 12 Orchard Lane, Tuesday to Saturday, 10 to 6.',
    bank_transfer:
      'Petal & Dew, First Orchard Bank\nAccount 000 123 456\nRouting number 123 000 789',
  }
  for (const method of await (await request.get('/api/payment_methods')).json()) {
    const data = { ...method, active: true, instructions: texts[method.id], days: 7 }
    await request.put(`/api/payment_methods/${method.id}`, { data })
  }
  return '/admin/payment-methods'
}

/** An order of a guest who pays by bank transfer. */
export async function withTransfer(request: APIRequestContext, base: string) {
  await withPaymentMethods(request)
  const guest = await requests.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } })
  const { items } = await (await guest.get('/api/products')).json()
  const product = items.find(({ group }: { group: unknown }) => !group)
  const lines = [{ product_id: product.id, quantity: 1 }]
  const shipping_address = {
    ...{ fullName: 'Amélie Laurent', email: 'amelie@example.com', address: '12 Rose Lane' },
    ...{ city: 'Boston', state: 'MA', zipCode: '02110', country: 'United States' },
  }
  const quote = await guest.post('/api/orders/quote', {
    data: { lines, destination: { country: 'United States', state: 'MA', zipCode: '02110' } },
  })
  const { total } = await quote.json()
  const order = { idempotency_key: crypto.randomUUID(), lines, shipping_address, total }
  const placed = await guest.post('/api/orders', {
    data: { ...order, payment_method: 'bank_transfer' },
  })
  return `/admin/orders/${(await placed.json()).id}`
}

/** The demo takes no returns: one of its customer's orders gets one. */
export async function withReturn(request: APIRequestContext, base: string) {
  const { version } = await (await request.get('/api/returns/settings')).json()
  const instructions = 'Petal & Dew, Returns, 12 Orchard Lane, Portland, OR 97205'
  await request.put('/api/returns/settings', { data: { days: 365, instructions, version } })
  const shopper = await requests.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } })
  const { email, password } = DEMO_ACCOUNTS.shopper
  await shopper.post('/api/auth/sign-in/email', { data: { email, password } })
  const { items } = await (await shopper.get('/api/orders')).json()
  const sent = items.filter(({ status }: { status: string }) => /shipped|completed/.test(status))
  for (const { id, items: lines } of sent) {
    const asked = await shopper.post(`/api/orders/${id}/returns`, {
      data: {
        idempotency_key: crypto.randomUUID(),
        lines: [{ product_id: lines[0].product_id, quantity: 1 }],
        reason: 'The pump came loose on the way, and half of it was in the box.',
        pictures: await pictureOf(shopper, id),
      },
    })
    if (asked.ok()) return `/admin/returns/${(await asked.json()).id}`
  }
  throw new Error('No order of the demo customer can be returned')
}

async function pictureOf(shopper: APIRequestContext, order: string) {
  const buffer = await sharp('demo/pictures/apricot-oil-1.webp').jpeg().toBuffer()
  const sent = await shopper.post(`/api/media?purpose=return&order=${order}`, {
    multipart: { file: { name: 'bottle.jpg', mimeType: 'image/jpeg', buffer } },
  })
  return sent.ok() ? [(await sent.json()).url] : []
}

/** A group that the picture is sure to find: of a product without one, in three sizes. */
export async function withSizes(request: APIRequestContext) {
  const { items } = await (await request.get('/api/products')).json()
  const product = items.find(({ group }: { group: unknown }) => !group)
  const made = await request.post('/api/product_groups', {
    data: {
      ...{ name: product.name, option_name: 'Size', kind: 'size' },
      members: [{ product_id: product.id, value: '30 ml', colour: null }],
    },
  })
  let { id, version } = await made.json()
  for (const [value, rate, stock] of [
    ['50 ml', 1.5, 64],
    ['100 ml', 2.5, 12],
  ] as const) {
    const data = { version, product_id: product.id, value, colour: null, stock }
    const price = Math.round(product.price * rate)
    const added = await request.post(`/api/product_groups/${id}/sizes`, {
      data: { ...data, price },
    })
    ;({ id, version } = (await added.json()).group)
  }
  return `/admin/products/${product.id}`
}

/** The demo has nobody but its owner. */
export async function withColleagues(request: APIRequestContext) {
  const colleagues = [
    ['Mara Lind', 'mara@example.com', 'manager'],
    ['Jonas Weber', 'jonas@example.com', 'fulfilment'],
    ['Aiko Tanaka', 'aiko@example.com', 'content'],
  ]
  for (const [full_name, email = '', role] of colleagues) {
    await invite(request, { email, role, two_factor_required: false })
    const token = await mailedToken(request, email)
    const data = { token, full_name, password: 'a long password of a demo' }
    await request.post('/api/invitation/accept', { data })
  }
  await invite(request, { email: 'noor@example.com', role: 'support', two_factor_required: true })
  return '/admin/people'
}

const invite = (request: APIRequestContext, data: object) =>
  request.post('/api/invitations', { data })

/** Without a mail server the mail is stored, a moment later. */
async function mailedToken(request: APIRequestContext, email: string): Promise<string> {
  for (;;) {
    const { items } = await (await request.get('/api/mails', { params: { q: email } })).json()
    const mail = items[0] && (await (await request.get(`/api/mails/${items[0].id}`)).json())
    const token = /\/invitation#([\w-]+)/.exec(mail?.text ?? '')?.[1]
    if (token) return token
  }
}

/** An order as somebody enters it on the telephone. */
export async function enterOrder(page: Page) {
  for (const name of ['Rosehip Renewal Serum', 'Oat']) {
    await page.getByLabel('Add a product').fill(name)
    await page.getByRole('group', { name: 'Products found' }).getByRole('button').first().click()
  }
  const fields = {
    'Full name': 'Rose Adler',
    Email: 'rose@example.com',
    Address: '7 Mill Street',
    City: 'Portland',
    State: 'OR',
    'ZIP code': '97205',
    Country: 'United States',
  }
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByLabel(/^Discount/).fill('5.00')
  await page.getByLabel('Reason for the discount').fill('Regular customer')
  await page.getByText('Discount (Regular customer)').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

/** Two parcels that can leave, and one that cannot. */
export async function chooseShipments(page: Page) {
  const { items } = await (await page.request.get('/api/orders/all?to_ship=true')).json()
  const rows = items
    .filter(({ address_missing }: { address_missing: boolean }) => !address_missing)
    .slice(0, 2)
    .map(({ id }: { id: string }, n: number) => `${id},1Z999AA101234567${n}0`)
  const csv = ['order,tracking number', ...rows, '61e33203,1Z999AA10123456790'].join('\n')
  await page.getByRole('button', { name: 'Packing' }).click()
  await page.getByRole('menuitem', { name: 'Ship from a CSV file' }).click()
  await page.getByLabel(/^Choose a CSV file/).setInputFiles({
    name: 'parcels.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByText(/is left out/).waitFor()
}

/** No program has a key in the demo. */
export async function withKeys(request: APIRequestContext, base: string) {
  const create = async (name: string, scopes: string[]) => {
    const data = { name, scopes, calls_per_minute: 300 }
    return (await (await request.post('/api/api_keys', { data })).json()) as {
      api_key: { id: string }
      secret: string
    }
  }
  const former = await create('Old bookkeeping', ['orders:read', 'customers:read'])
  await request.post(`/api/api_keys/${former.api_key.id}/revoke`, { data: {} })
  const used = await create('Bookkeeping', ['orders:read', 'figures:read'])
  await create('Warehouse', ['orders:read', 'stock:write'])
  const program = await requests.newContext({ baseURL: base })
  await program.get('/api/orders/all', { headers: { authorization: `Bearer ${used.secret}` } })
  await program.dispose()
  return '/admin/api-keys'
}

export async function enterKey(page: Page) {
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Parcel labels')
  await page.getByLabel('Orders').selectOption('write')
  await page.getByLabel('Products').selectOption('read')
}

/** A network of the documentation (RFC 5737), which no machine has: the shop has to be started with PRIVATE_NETWORKS=192.0.2.0/24. */
export async function withWebhooks(request: APIRequestContext) {
  const data = {
    url: 'https://192.0.2.14/petal/orders',
    events: ['order.paid', 'order.shipped', 'order.cancelled'],
    active: true,
  }
  const { webhook } = await (await request.post('/api/webhooks', { data })).json()
  await request.post(`/api/webhooks/${webhook.id}/test`, { data: {} })
  return '/admin/webhooks'
}

/** The demo has no product feed. */
export async function withFeed(request: APIRequestContext) {
  const { version } = await (await request.get('/api/product_feed')).json()
  const data = { enabled: true, brand: 'Petal & Dew', version }
  await request.put('/api/product_feed', { data })
  return '/admin/product-feed'
}
