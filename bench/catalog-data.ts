import { type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/catalog.ts'
import { prepareSearch } from '#server/modules/catalog/search/large-catalogue.ts'
import type { Db } from '#server/platform/database.ts'

const BATCH = 5000
/** So often a long fill says how far it is. */
const SAID_EVERY = 100_000

/** What visitors ask of the catalogue, with words that many products have and words that few have. */
export const QUESTIONS: Record<string, ProductQuery> = {
  newest: {},
  'page 3': { page: 3, limit: 10 },
  featured: { featured: true, limit: 4 },
  cheapest: { sort: 'price-up' },
  dearest: { sort: 'price-down' },
  'best rated': { sort: 'best-rated' },
  'best selling': { sort: 'best-selling' },
  'in stock': { in_stock: true },
  'price range': { min_price: 30, max_price: 40 },
  'narrow price range': { min_price: 30, max_price: 30.5, in_stock: true },
  category: { category: 'Serums' },
  'category, cheapest': { category: 'Serums', sort: 'price-up' },
  'category, best rated, in stock': { category: 'Serums', sort: 'best-rated', in_stock: true },
  'common word': { q: 'serum' },
  'common beginning': { q: 'ro', limit: 6 },
  'two words that never go together': { q: 'rose cream' },
  'word of every product': { q: 'skin' },
  'word of every product, page 2': { q: 'skin', page: 2, limit: 20 },
  'word of every twenty-fifth': { q: 'gently' },
  'common word, cheapest': { q: 'serum', sort: 'price-up' },
  'common word in a category': { q: 'rose', category: 'Masks' },
  'common word, narrow price range': { q: 'serum', min_price: 30, max_price: 32 },
  'two words that go together': { q: 'rose serum' },
  'word of every twenty-fifth, cheapest': { q: 'gently', sort: 'price-up' },
  'rare word': { q: 'saffron' },
  'rare word, cheapest': { q: 'saffron', sort: 'price-up' },
  'rare and common word': { q: 'saffron serum' },
  'mistyped word': { q: 'clenser' },
  'two mistyped words': { q: 'safron serrum' },
  'no such word': { q: 'bicycle' },
  synonym: { q: 'tonic' },
  'price among the words': { q: 'toner under 30' },
  'four stars': { min_rating: 4 },
  'on sale': { on_sale: true },
  'on sale, cheapest': { on_sale: true, sort: 'price-up' },
  'two options': { options: [1, 2] },
  'options of two attributes, cheapest': { options: [1, 6], sort: 'price-up' },
  'rare option': { options: [7] },
  'rare option, best rated': { options: [7], sort: 'best-rated' },
  'option in a price range': { options: [1], min_price: 30, max_price: 32 },
  'rare option of a common word': { q: 'serum', options: [7] },
}

/** Where products have sizes. */
export const GROUP_QUESTIONS: Record<string, ProductQuery> = {
  'value of a size': { q: '50 ml' },
  'value and name': { q: 'rose serum 50ml' },
}

/** What a visitor who opens the filters asks. */
export const FACET_QUESTIONS: Record<string, ProductQuery> = {
  all: {},
  category: { category: 'Serums' },
  'price range': { min_price: 30, max_price: 40 },
  'chosen options': { options: [1, 6], on_sale: true },
  'rare word': { q: 'saffron' },
}

/**
 * A catalogue of that many products, as alike and as different as those of a real shop. `grouped`: five of them are two
 * groups, one of two and one of three sizes.
 */
export async function fillCatalogue(db: Db, count: number, { grouped = false } = {}) {
  await db.execute(sql`
    insert into categories (name, display_order) values
      ('Cleansers', 1), ('Toners', 2), ('Serums', 3), ('Creams', 4), ('Masks', 5), ('Oils', 6)
    on conflict do nothing`)
  await db.execute(sql`
    insert into product_attributes (name, options) values
      ('Skin type', '[{"id":1,"label":"Dry"},{"id":2,"label":"Oily"},{"id":3,"label":"Sensitive"},{"id":4,"label":"Tired"},{"id":5,"label":"Dull"}]'),
      ('Concern', '[{"id":6,"label":"Redness"},{"id":7,"label":"Scars"}]')
    on conflict do nothing`)
  for (let from = 1; from <= count; from += BATCH) {
    await insertProducts(db, from, Math.min(from + BATCH - 1, count), grouped)
    const done = from + BATCH - 1
    if (done % SAID_EVERY === 0 && done < count) console.log(`  ${done} products …`)
  }
  // As the database does by itself a while after, and the shop every night.
  await db.execute(sql`vacuum analyze`)
  await prepareSearch(db)
  await db.execute(sql`checkpoint`)
}

const nameOf = (n: SQL) => sql`
  (array['Rose', 'Oat', 'Sage', 'Peony', 'Willow', 'Calendula', 'Neroli', 'Fig', 'Plum', 'Linen'])[1 + ${n} % 10] || ' ' ||
  (array['Renewal', 'Barrier', 'Morning', 'Night', 'Quiet', 'Clear', 'Dew'])[1 + ${n} / 10 % 7] || ' ' ||
  (array['Cleanser', 'Toner', 'Serum', 'Cream', 'Mask', 'Oil'])[1 + ${n} % 6] || ' ' || ${n}`

const GROUP_ID = sql`md5('group ' || b)::uuid`

const insertGroups = (db: Db, from: number, to: number) =>
  db.execute(sql`
    insert into product_groups (id, name, option_name, kind)
    select ${GROUP_ID}, ${nameOf(sql`b`)}, 'Size', case when b % 10 = 0 then 'shade' else 'size' end
    from generate_series((${from}::int - 1) / 5 * 2, (${to}::int - 1) / 5 * 2 + 1) as b
    on conflict do nothing`)

const insertProducts = (db: Db, from: number, to: number, grouped: boolean) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    if (grouped) await insertGroups(tx, from, to)
    await tx.execute(sql`
    insert into products (name, description, price, images, category, stock, featured, rating_average, review_count, rating_counts, units_sold, created_at, original_price, option_ids, group_id, group_name, group_position, group_value)
    select
      ${nameOf(sql`b`)},
      'A ' || (array['daily', 'weekly', 'evening', 'morning'])[1 + b % 4] || ' care for ' ||
      (array['dry', 'oily', 'sensitive', 'tired', 'dull'])[1 + b % 5] || ' skin, made in small batches with ' ||
      (array['squalane', 'glycerin', 'niacinamide', 'ceramides', 'panthenol', 'allantoin', 'betaine'])[1 + b / 6 % 7] ||
      ' and ' || translate(substr(md5((b % 4000)::text), 1, 7), '0123456789', 'ghijklmnop') ||
      case when b % 97 = 0 then ' and a thread of saffron' else '' end ||
      case when b % 25 = 0 then '. Use gently' else '' end ||
      '. Massage a little over a damp face, then rinse or leave it on as your skin prefers.',
      (10 + abs(hashint4extended(n, 7) % 9000) / 100.0)::numeric(10, 2),
      array['/files/a-' || n || '.webp', '/files/b-' || n || '.webp'],
      (array['Cleansers', 'Toners', 'Serums', 'Creams', 'Masks', 'Oils'])[1 + b % 6],
      n * 31 % 120, b % 40 = 0, (n * 17 % 51) / 10.0, n * 13 % 200,
      array_fill(0, array[least(4, n * 17 % 51 / 10)]) || array[n * 13 % 200] || array_fill(0, array[4 - least(4, n * 17 % 51 / 10)]),
      abs(hashint4(n)) % 5000,
      timestamptz '2026-01-01' + make_interval(mins => n),
      case when n % 23 = 0 then 200 end,
      array[1 + b % 5] || case when b % 3 = 0 then array[6] else '{}' end || case when b % 997 = 0 then array[7] else '{}' end,
      case when ${grouped} then ${GROUP_ID} end, case when ${grouped} then ${nameOf(sql`b`)} end,
      case when ${grouped} then 1 + n % 3 end, case when ${grouped} then (array['30', '50', '100'])[1 + n % 3] || ' ml' end
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select case when ${grouped} then (n - 1) / 5 * 2 + ((n - 1) % 5 >= 2 + abs(hashint4((n - 1) / 5)) % 2)::int else n end as b) as base`)
  })
