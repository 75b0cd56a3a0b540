import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_BANNER } from '#contract/content.ts'
import { contract } from '#contract/index.ts'
import {
  banner_content,
  before_after,
  pages,
  site_settings,
} from '../modules/content/content.table.ts'
import { orders } from '../modules/orders/orders.table.ts'
import { proceduresOf } from '../platform/rpc.ts'
import { givenSignedIn, givenVisitor, type Visitor } from '../testing/account-factories.ts'
import { eventually } from '../testing/eventually.ts'
import {
  givenAdmin,
  givenCategory,
  givenPicture,
  givenProduct,
  givenProfile,
} from '../testing/factories.ts'
import { givenCoupon } from '../testing/order-factories.ts'
import { givenServer } from '../testing/server.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let guest: Visitor
let admin: Visitor

beforeAll(async () => {
  shop = await givenServer()
  guest = givenVisitor(shop)
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
})

type Row = Record<string, string>
const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`
const listOf = async (path: string, visitor = guest) => {
  const { body } = (await visitor.get(`/api/${path}`)) as { body: Row[] | { items: Row[] } }
  return Array.isArray(body) ? body : body.items
}
/** Answers that all visitors share are cached until the notification of a change arrives. */
const expectList = (path: string, field: string, expected: string[], visitor = guest) =>
  eventually(async () => {
    const values = (await listOf(path, visitor)).map((row) => row[field] ?? '')
    expect(values.filter((value) => expected.includes(value))).toEqual(expected)
  })

describe('reads', () => {
  // Shows S7.7
  test('categories are the active ones, in their order', async () => {
    await givenCategory(shop.db, 'Last', { display_order: 3 })
    await givenCategory(shop.db, 'First', { display_order: 1 })
    await givenCategory(shop.db, 'Hidden', { display_order: 2, is_active: false })
    await expectList('categories', 'name', ['First', 'Last'])
    expect((await listOf('categories')).map(({ name }) => name)).not.toContain('Hidden')
  })

  // Shows S7.8, B7.16
  test('before and after comes newest first, for visitors and in the back office', async () => {
    const item = { description: 'Two weeks.' }
    await shop.db.insert(before_after).values([
      { ...item, title: 'Older', created_at: day(1) },
      { ...item, title: 'Newer', created_at: day(2) },
    ])
    await expectList('before_after', 'title', ['Newer', 'Older'])
    await expectList('editable/before_after', 'title', ['Newer', 'Older'], admin)
  })

  // Shows S7.4, B7.1
  test('a product is read by its id; the table of the back office has the newest first', async () => {
    const older = await givenProduct(shop.db, { name: 'Older Balm', created_at: day(1) })
    await givenProduct(shop.db, { name: 'Newer Balm', created_at: day(2) })
    const { body } = await guest.get(`/api/products/${older.id}`)
    expect(body).toMatchObject({ id: older.id, name: 'Older Balm', price: 20, stock: 10 })
    await expectList('admin/products', 'name', ['Newer Balm', 'Older Balm'], admin)
  })

  // Shows S7.13, B4.8, B7.17
  test('a page is read by its slug while it is active; the table has them by navigation order', async () => {
    const page = { content: 'Text' }
    await shop.db.insert(pages).values([
      { ...page, title: 'Second', slug: 'own-second', nav_order: 9 },
      { ...page, title: 'First', slug: 'own-first', nav_order: 8 },
      { ...page, title: 'Off', slug: 'own-off', nav_order: 7, is_active: false },
    ])
    expect((await guest.get('/api/pages/own-first')).body).toMatchObject({
      title: 'First',
      content: 'Text',
    })
    expect((await guest.get('/api/pages/own-off')).status).toBe(404)
    await expectList(
      'editable/pages?per_page=100',
      'slug',
      ['own-off', 'own-first', 'own-second'],
      admin,
    )
  })

  // Shows S7.14
  test('own orders come newest first', async () => {
    const profile = await givenProfile(shop.db)
    const order = { user_id: profile.id, subtotal: 20, total: 20 }
    const made = await shop.db
      .insert(orders)
      .values([1, 2].map((n) => ({ ...order, created_at: day(n) })))
      .returning()
    const [older, newer] = made.map(({ id }) => id)
    const iris = await givenSignedIn(shop, profile)
    expect((await listOf('orders', iris)).map(({ id }) => id)).toEqual([newer, older])
  })

  // Shows B7.6
  test('coupons come newest first', async () => {
    await givenCoupon(shop.db, { code: 'OLDER', created_at: day(1) })
    await givenCoupon(shop.db, { code: 'NEWER', created_at: day(2) })
    await expectList('coupons', 'code', ['NEWER', 'OLDER'], admin)
  })

  // Shows B7.18
  test('settings of the back office come by their key', async () => {
    const keys = (await listOf('editable/site_settings', admin)).map((row) => row.setting_key ?? '')
    expect(keys.length).toBeGreaterThan(11)
    expect(keys).toEqual(keys.toSorted())
  })

  // Shows S7.9, S8.24, S9.7, B7.15, B9.6, B9.7
  test('without a stored banner there is the default one', async () => {
    await shop.db.delete(banner_content)
    const specified = {
      title: 'Elevate Your Beauty Routine',
      subtitle: 'Discover premium skincare and beauty products curated for your glow',
      button_text: 'Shop Now',
      button_link: '#products',
      banner_height: 500,
      shape_type: 'wave',
    }
    expect(DEFAULT_BANNER).toMatchObject(specified)
    await eventually(async () => {
      expect((await guest.get('/api/banner_content')).body).toMatchObject(specified)
      expect((await guest.get('/')).text).toContain('Elevate Your Beauty Routine')
    })
  })
})

const PUBLIC = [
  ...[
    'GET /products',
    'GET /products/{id}',
    'GET /categories',
    'GET /reviews',
    'GET /pages/{slug}',
  ],
  ...['POST /cart/prices', 'POST /orders', 'POST /contact_messages', 'POST /chat_conversations'],
  ...['POST /chat_messages', 'POST /coupons/validate', 'POST /functions/create-payment-link'],
]
const SIGNED_IN = ['POST /reviews', 'GET /reviews/mine', 'GET /orders']

// Shows S6.1, S6.2
test('visitors browse, order, write and chat; reviews and own orders need an account', () => {
  const policies = new Map(
    [...proceduresOf(contract)].map(({ route, meta }) => [
      `${route.method} ${route.path}`,
      meta.policy,
    ]),
  )
  for (const call of PUBLIC) expect(policies.get(call), call).toBe('public')
  for (const call of SIGNED_IN) expect(policies.get(call), call).toBe('signed-in')
})

describe('pages', () => {
  /** Without the comments that React puts between texts. */
  const htmlOf = async (path: string) => (await guest.get(path)).text.replaceAll('<!-- -->', '')
  const headerOf = (html: string) => /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  const footerOf = (html: string) => /<footer[\s\S]*?<\/footer>/.exec(html)?.[0] ?? ''

  // Shows S2.13
  test('the bar leads home, to the products, the contact page, the sign-in and the cart', async () => {
    const bar = headerOf(await htmlOf('/'))
    for (const path of ['/', '/products', '/contact', '/auth', '/cart']) {
      expect(bar).toContain(`href="${path}"`)
    }
  })

  // Shows S2.19
  test('the footer has its links, address, title and description from the settings', async () => {
    const settings = {
      site_title: 'Bloom & Co',
      site_description: 'Quiet skincare.',
      support_email: 'care@bloom.example',
      facebook_url: 'https://facebook.example/bloom',
      instagram_url: 'https://instagram.example/bloom',
      twitter_url: 'https://twitter.example/bloom',
    } as const
    for (const [setting_key, setting_value] of Object.entries(settings)) {
      await shop.db
        .insert(site_settings)
        .values({ setting_key: setting_key as keyof typeof settings, setting_value })
        .onConflictDoUpdate({ target: site_settings.setting_key, set: { setting_value } })
    }
    const { site_title, support_email, ...others } = settings
    await eventually(async () => {
      const footer = footerOf(await htmlOf('/'))
      expect(footer).toContain('Bloom &amp; Co')
      expect(footer).toContain(`href="mailto:${support_email}"`)
      for (const value of Object.values(others)) expect(footer).toContain(value)
    })
  })

  // Shows S2.34, S2.35, S2.36
  test('a card has the first picture, the name, both prices, the discount and Add to Cart', async () => {
    const images = [await givenPicture(shop.db), await givenPicture(shop.db)]
    await givenProduct(shop.db, { name: 'Two Pictures', price: 48, original_price: 58, images })
    const [first, second] = images.map((url) => url.replace('.webp', ''))
    await eventually(async () => {
      const html = await htmlOf('/products?q=two+pictures')
      const card = /<article[\s\S]*?<\/article>/.exec(html)?.[0] ?? ''
      expect(card).toContain(first)
      expect(card).not.toContain(second)
      expect(card).toMatch(/Two Pictures[\s\S]*\$48\.00[\s\S]*<s[^>]*>[\s\S]*\$58\.00/)
      expect(card).toContain('17% off')
      expect(card).toContain('Add to Cart')
    })
  })

  // Shows S2.44, S9.3
  test('a stock of nine is low, one of ten is not', async () => {
    const [nine, ten] = [
      await givenProduct(shop.db, { stock: 9 }),
      await givenProduct(shop.db, { stock: 10 }),
    ]
    const textOf = ({ id }: { id: string }) => htmlOf(`/product/${id}`)
    expect(await textOf(nine)).toContain('Low stock: only 9 left')
    expect(await textOf(ten)).toContain('In stock')
    expect(await textOf(ten)).not.toContain('Low stock')
  })

  // Shows B1.4
  test('a screen of the back office is loading until the role is known', async () => {
    for (const path of ['/admin', '/admin/products', '/admin/settings']) {
      expect(await htmlOf(path), path).toContain('Loading...')
    }
  })
})
