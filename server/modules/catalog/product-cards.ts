import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { ProductSummary } from '#contract/catalog.ts'
import type { CardGroup } from '#contract/product-groups.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { listings } from './listings.table.ts'
import { columnsOf, type Slice, SORTS, sliceOf } from './product-query.ts'
import type { UnderstoodQuery } from './understand-query.ts'

const { group: _, ...summary } = ProductSummary.shape

/** Of the group of a card. Read for the cards of one page, so it is not stored. */
const cardGroup: SQL<CardGroup | null> = sql`(
  select json_build_object(
    'id', g.id, 'option_name', g.option_name, 'kind', g.kind, 'must_choose', g.kind = 'shade',
    'count', count(*), 'from', min(m.price), 'to', max(m.price),
    'first_in_stock', (array_agg(
      json_build_object('id', m.id, 'name', m.full_name, 'price', m.price, 'image_url', m.image_url,
        'stock', least(m.stock, ${sql.raw(String(LOW_STOCK_BELOW))}))
      order by m.group_position, m.id) filter (where m.stock > 0))[1])
  from product_groups g join products m on m.group_id = g.id and m.archived_at is null
  where g.id = products.group_id group by g.id)`

/** The cheapest one is what a card names. */
const originalPrice = sql<
  number | null
>`case when ${products.group_id} is null then ${products.original_price} else (
  select m.original_price from products m where m.group_id = ${products.group_id} and m.archived_at is null
  order by m.price, m.group_position, m.id limit 1) end`.mapWith(products.original_price)

/** To select from `listings` joined with the product that each opens. */
const cardColumns = {
  ...columnsOf({ shape: summary }),
  name: sql<string>`coalesce(${products.group_name}, ${products.name})`,
  price: listings.price,
  original_price: originalPrice,
  stock: listings.stock,
  featured: listings.featured,
  rating_average: listings.rating_average,
  review_count: listings.review_count,
  group: cardGroup,
}

/** The cards of one part of a list. */
export function readCards(db: Db, query: UnderstoodQuery, slice: Slice) {
  const sort = query.sort ?? 'newest'
  const { search_words, ...columns } = getTableColumns(listings)
  const select = db.select(columns).from(listings).$dynamic()
  // Named like the table, so that columns and orders fit both.
  const part = db.$with('listings').as(sliceOf(select, db, query, sort, slice))
  return db
    .with(part)
    .select(cardColumns)
    .from(part)
    .innerJoin(products, eq(products.id, listings.product_id))
    .orderBy(...SORTS[sort])
}

/** The cards of these listings, in this order. Prepared: every search asks it, and it takes longer to plan than to run. */
export async function readCardsInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select({ listing_id: listings.id, ...cardColumns })
    .from(listings)
    .innerJoin(products, eq(products.id, listings.product_id))
    .where(sql`${listings.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('cards_of_listings')
    .execute({ ids })
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows
    .sort((a, b) => (place.get(a.listing_id) ?? 0) - (place.get(b.listing_id) ?? 0))
    .map(({ listing_id, ...card }) => card)
}
