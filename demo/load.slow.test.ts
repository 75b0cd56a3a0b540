import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { passwordMatches } from '#server/modules/accounts/password-hash.ts'
import { readAudience } from '#server/modules/mail/campaigns/audience.ts'
import { createDiskStorage, filesFolder } from '#server/platform/file-storage/disk.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { catalogue, content } from './fixtures.ts'
import { loadDemo } from './load.ts'

const now = new Date()
const dataDir = mkdtempSync(join(tmpdir(), 'petal-demo-'))
const lines: string[] = []
let database: Awaited<ReturnType<typeof givenDatabase>>
let outcome: string

beforeAll(async () => {
  database = await givenDatabase()
  outcome = await load(database.url)
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const load = (databaseUrl: string) =>
  loadDemo({ databaseUrl, files: createDiskStorage(dataDir), log: (line) => lines.push(line), now })

async function ask(query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await database.db.execute(sql.raw(query))
  return rows
}

async function count(from: string) {
  const [row] = await ask(`select count(*)::int as count from ${from}`)
  return row?.count
}

test('an empty shop is filled, with progress lines', async () => {
  expect(outcome).toBe('loaded')
  expect(lines.at(-1)).toBe('Demo pictures: 31 of 31')
  expect(await count('categories')).toBe(6)
  expect(await count('products where group_id is null and cardinality(images) = 3')).toBe(30)
  expect(await count('products')).toBe(49)
  expect(await count('listings')).toBe(37)
  expect(await count('orders')).toBe(400)
  expect(await count('reviews')).toBe(93)
  expect(await count('testimonials')).toBe(6)
  expect(await count('before_after where image_url is not null')).toBe(4)
  expect(await count('chat_conversations')).toBe(5)
  expect(await count('contact_messages')).toBe(8)
  expect(await count('clover_settings')).toBe(0)
})

describe('the catalogue', () => {
  test('has the prices, stocks and pictures of its file', async () => {
    const rows = await ask(
      'select full_name, category, price::float, original_price::float, cost_price::float, stock, featured from products',
    )
    const wanted = catalogue.products.map(
      ({ full_name, category, price, original_price, cost_price, stock, featured }) => {
        return { full_name, category, price, original_price, cost_price, stock, featured }
      },
    )
    expect(rows).toHaveLength(wanted.length)
    expect(rows).toEqual(expect.arrayContaining(wanted))
    const pictures = await ask('select distinct unnest(images) as url from products')
    const files = readdirSync(filesFolder(dataDir))
    expect(pictures).toHaveLength(127)
    for (const { url } of pictures) expect(files).toContain(basename(String(url)))
  })

  test('has sizes and shades, each with a picture of its own', async () => {
    const groups = await ask(
      `select g.name, string_agg(p.group_value, ', ' order by p.group_position) as choices,
        count(distinct p.image_url)::int as pictures
      from product_groups g join products p on p.group_id = g.id group by g.id order by g.name`,
    )
    expect(groups).toEqual([
      { name: 'Apricot Cleansing Oil', choices: '150 ml, 250 ml', pictures: 2 },
      { name: 'Chamomile Cloud Foam', choices: '150 ml, 300 ml', pictures: 2 },
      { name: 'Linen Daily Lotion', choices: '50 ml, 100 ml, 200 ml', pictures: 3 },
      { name: 'Morning Dew Serum', choices: '30 ml, 50 ml', pictures: 2 },
      { name: 'Neroli Morning Mist', choices: '100 ml, 200 ml', pictures: 2 },
      { name: 'Peony Day Cream', choices: '50 ml, 100 ml', pictures: 2 },
      {
        name: 'Wildflower Lip Tint',
        choices: 'Bare, Apricot, Peony, Poppy, Rosewood, Fig',
        pictures: 6,
      },
    ])
    const names = `order_items i join products p on p.id = i.product_id where i.name <> p.full_name`
    expect(await count(names)).toBe(0)
  })

  test('shows one product of each category before the second of any', async () => {
    const newest = await ask('select category from listings order by created_at desc limit 6')
    expect(new Set(newest.map(({ category }) => category)).size).toBe(6)
  })

  test('shows skin type, ingredients and size below the description', async () => {
    const [row] = await ask(`select description from products where name = 'Oat Milk Cleanser'`)
    expect(row?.description).toMatch(
      /soft cloth\.\n\nSkin type: Dry and sensitive\nKey ingredients: Colloidal oat, .*\nSize: 150 ml/,
    )
  })
})

describe('what must always add up', () => {
  test('every stock is the sum of its movements', async () => {
    const wrong = `products p where stock <> (select coalesce(sum(change), 0) from stock_movements where product_id = p.id)`
    expect(await count(wrong)).toBe(0)
    expect(await count(`stock_movements where reason = 'set' and change < 0`)).toBe(0)
  })

  test('every order that holds stock took exactly its items', async () => {
    const held = `select o.id, i.product_id, -i.quantity from orders o join order_items i on i.order_id = o.id where o.holds_stock`
    const moved = `select order_id, product_id, sum(change) from stock_movements where order_id is not null group by 1, 2 having sum(change) <> 0`
    expect(await count(`((${held}) except (${moved})) as held`)).toBe(0)
    expect(await count(`((${moved}) except (${held})) as moved`)).toBe(0)
  })

  test('every coupon counts the orders that hold it, and none is overdrawn', async () => {
    const uses = `(select count(*) from orders where coupon_code = c.code and holds_stock)`
    expect(await count(`coupons c where current_uses <> ${uses}`)).toBe(0)
    expect(await count('coupons where current_uses > max_uses')).toBe(0)
    expect(await ask('select code, current_uses from coupons order by code')).toEqual([
      { code: 'FIRST100', current_uses: 100 },
      { code: 'GLOW5', current_uses: 12 },
      { code: 'SPRING20', current_uses: 0 },
      { code: 'VIP25', current_uses: 18 },
      { code: 'WELCOME10', current_uses: 37 },
    ])
  })

  test('every order is the sum of its items, less what its coupon takes off', async () => {
    const items = `(select sum(quantity * price) from order_items where order_id = o.id)`
    const off = `case when discount_amount is null then coalesce(round(subtotal * discount_percentage / 100, 2), 0) else least(discount_amount, subtotal) end`
    const priced = `orders o left join coupons c on c.code = o.coupon_code`
    expect(await count(`${priced} where subtotal <> ${items} or discount <> ${off}`)).toBe(0)
  })

  test('ratings and sales of products come from reviews and earned orders', async () => {
    const rating = `(select round(avg(rating), 1) from reviews where product_id = p.id)`
    const reviews = `(select count(*) from reviews where product_id = p.id)`
    const sold = `(select sum(quantity) from order_items i join orders o on o.id = i.order_id where i.product_id = p.id and o.completed_at is not null and o.status <> 'cancelled')`
    const wrong = `rating_average <> coalesce(${rating}, 0) or review_count <> ${reviews} or units_sold <> coalesce(${sold}, 0)`
    expect(await count(`products p where ${wrong}`)).toBe(0)
  })
})

test('reviews have photos, answers and votes, and the invariants of the shop hold', async () => {
  expect(await count('reviews where media_url is not null')).toBe(5)
  expect(await count('reviews where answer is not null and rating <= 3')).toBe(6)
  expect(await count('reviews where helpful_count > 0')).toBeGreaterThan(8)
  expect(await checkInvariants(database.db, now)).toEqual([])
})

describe('the orders', () => {
  test('lie within the last 90 days, in every status, none in the future', async () => {
    const [span] = await ask(
      'select min(created_at) as first, max(greatest(created_at, completed_at, shipped_at, cancelled_at)) as last from orders',
    )
    const ageDays = (now.getTime() - new Date(String(span?.first)).getTime()) / DAY_MS
    expect(ageDays).toBeGreaterThan(80)
    expect(ageDays).toBeLessThanOrEqual(90)
    expect(new Date(String(span?.last)).getTime()).toBeLessThanOrEqual(now.getTime())
    const statuses = await ask('select distinct status from orders order by status')
    expect(statuses.map(({ status }) => status)).toEqual([
      'cancelled',
      'completed',
      'pending',
      'processing',
      'shipped',
    ])
  })

  test('those that were paid have their payment, the others have none', async () => {
    const paid = `o.status in ('processing', 'shipped', 'completed')`
    const settled = `p.status = 'settled' and p.amount = o.total and p.merchant_id = 'MERCHANTSIM01' and o.completed_at is not null and length(o.payment_id) = 13`
    const joined = `orders o left join payments p on p.payment_id = o.payment_id and p.order_id = o.id`
    expect(await count(`${joined} where ${paid} and (${settled}) is not true`)).toBe(0)
    expect(
      await count(
        `orders o where not ${paid} and (payment_id is not null or completed_at is not null)`,
      ),
    ).toBe(0)
    expect(await count('payments')).toBe(await count(`orders o where ${paid}`))
  })

  test('cancelled ones gave back what they held, pending ones hold it for 20 minutes more', async () => {
    expect(await count(`orders where (status = 'cancelled') <> (not holds_stock)`)).toBe(0)
    expect(await count(`orders where (status = 'cancelled') <> (cancelled_at is not null)`)).toBe(0)
    const pending = await ask(`select hold_until from orders where status = 'pending'`)
    expect(pending).toHaveLength(4)
    for (const { hold_until } of pending) {
      expect(new Date(String(hold_until)).getTime()).toBe(now.getTime() + 20 * 60_000)
    }
  })

  test('the demo shopper has nine, in every status', async () => {
    const own = `orders o join profiles p on p.id = o.user_id where p.email = '${DEMO_ACCOUNTS.shopper.email}'`
    expect(await count(own)).toBe(9)
    expect(await ask(`select distinct o.status from ${own}`)).toHaveLength(5)
  })

  test('guests and customers with an account order too', async () => {
    expect(await count('orders where user_id is null and guest_email is not null')).toBeGreaterThan(
      200,
    )
    expect(
      await count('(select distinct user_id from orders where user_id is not null) as buyers'),
    ).toBe(26)
  })
})

describe('the people', () => {
  test('admin and shopper can sign in; only one of them is an admin', async () => {
    for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
      const [row] = await ask(
        `select c.password, c.account_id = p.id::text as own from credentials c join profiles p on p.id = c.user_id where provider_id = 'credential' and email = '${email}'`,
      )
      expect(row?.own).toBe(true)
      expect(await passwordMatches({ hash: String(row?.password), password })).toBe(true)
    }
    expect(await count('credentials')).toBe(2)
    const admins = await ask('select email from user_roles r join profiles p on p.id = r.user_id')
    expect(admins).toEqual([{ email: DEMO_ACCOUNTS.admin.email }])
  })

  test('authors with an account and a verified review bought the product before', async () => {
    const bought = `exists (select from orders o join order_items i on i.order_id = o.id where o.user_id = r.user_id and i.product_id = r.product_id and o.completed_at < r.created_at and o.status <> 'cancelled')`
    expect(
      await count(`reviews r where user_id is not null and verified_purchase and ${bought}`),
    ).toBe(25)
    expect(await count(`reviews where created_at > '${now.toISOString()}'`)).toBe(0)
  })
})

test('a campaign has recipients, with and without an account', async () => {
  const { db } = database
  const audience = (type: 'user' | 'guest') => readAudience(db, { type, show: 'receiving' })
  expect((await audience('user')).receiving).toBeGreaterThan(10)
  expect((await audience('guest')).receiving).toBeGreaterThan(10)
})

test('settings, pages and home sections are those of the demo', async () => {
  const settings = await ask('select setting_key, setting_value from site_settings')
  expect(Object.fromEntries(settings.map((row) => [row.setting_key, row.setting_value]))).toEqual({
    ...content.site_settings,
    // The name is the logo, in the colour of the design; the three specified lines are the opening hours. Without an
    // invitation there is no newsletter. Without a currency, prices are in US dollars.
    ...{ logo_url: '', accent_colour: '', opening_hours: '', newsletter_invitation: '' },
    currency: '',
    // Nothing is counted.
    ...{ count_visits: '', google_analytics_id: '', meta_pixel_id: '' },
  })
  const pages = await ask('select slug, content from pages where is_active order by slug')
  const wanted = content.pages.map((page) => ({ slug: page.slug, content: page.content }))
  expect(pages).toEqual(wanted.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)))
  expect(await count('banner_content where background_image_url is not null')).toBe(1)
  const sections = await ask('select section_name from section_backgrounds order by display_order')
  expect(sections.map((row) => row.section_name)).toEqual([
    'banner',
    'products',
    'testimonials',
    'before-after',
  ])
})

test('open conversations wait for an answer', async () => {
  const open = await ask(
    `select customer_name, unread_count from chat_conversations where status = 'open' order by customer_name`,
  )
  expect(open).toEqual([
    { customer_name: 'Lena Fischer', unread_count: 1 },
    { customer_name: 'Nora Ellis', unread_count: 1 },
    { customer_name: 'Peter Lindgren', unread_count: 1 },
  ])
})

test('a second load changes nothing', async () => {
  const before = await everything()
  expect(await load(database.url)).toBe('already-there')
  expect(await everything()).toEqual(before)
})

async function everything() {
  const tables = await ask(`select tablename from pg_tables where schemaname = 'public'`)
  const prints = tables.map(async ({ tablename }) => [
    tablename,
    await ask(`select md5(string_agg(t::text, '' order by t::text)) from ${tablename} t`),
  ])
  return {
    tables: Object.fromEntries(await Promise.all(prints)),
    files: readdirSync(filesFolder(dataDir)),
  }
}

test('another shop gets the same ids and finds its pictures already stored', async () => {
  const files = readdirSync(filesFolder(dataDir))
  const other = await givenDatabase()
  expect(await load(other.url)).toBe('loaded')
  expect(readdirSync(filesFolder(dataDir))).toEqual(files)
  const ids = `select string_agg(id::text, ' ' order by id) as ids from orders`
  const { rows } = await other.db.execute(sql.raw(ids))
  expect(rows).toEqual(await ask(ids))
})

test('a shop with a product of its own is left alone', async () => {
  const other = await givenDatabase()
  await givenProduct(other.db)
  expect(await load(other.url)).toBe('already-there')
  const { rows } = await other.db.execute(sql`select count(*)::int as count from products`)
  expect(rows).toEqual([{ count: 1 }])
})
