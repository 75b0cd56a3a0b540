import { and, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { TemplateData } from '#emails/catalogue.ts'
import { findOffers, findProducts } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { order_items, orders } from './orders.table.ts'

// What is written to customers some time after an order. Consent is checked when the mail is sent.

type Item = Order['items'][number]

export const countsAsBought = ({ completed_at, status }: Order) =>
  completed_at !== null && status !== 'cancelled'

/** The items that can still be reviewed, each with the link to its form. */
export async function reviewableItems(db: Db, items: Item[], reviewed: string[]) {
  const open = items.filter(({ product_id }) => !reviewed.includes(product_id))
  const known = await findProducts(
    db,
    open.map(({ product_id }) => product_id),
  )
  return open
    .filter(({ product_id }) =>
      known.some(({ id, archived_at }) => id === product_id && !archived_at),
    )
    .map(({ product_id, name, quantity, price, image_url }) => ({
      name,
      quantity,
      price,
      image: image_url,
      reviewLink: `/product/${product_id}#write-review`,
    }))
}

/** Orders of the same person that were paid. */
const boughtBy = ({ user_id, guest_email }: Order): SQL | undefined =>
  and(
    user_id ? eq(orders.user_id, user_id) : eq(orders.guest_email, guest_email ?? ''),
    isNotNull(orders.completed_at),
    ne(orders.status, 'cancelled'),
  )

type Replenishment = Omit<TemplateData['replenishment'], 'customerName'>

/**
 * What a person has bought before and then again with this order, so that it is used up by and by: the first such
 * item that is in stock and was not ordered since.
 */
export async function findReplenishment(db: Db, order: Order): Promise<Replenishment | undefined> {
  const ids = order.items.map(({ product_id }) => product_id)
  const history = await db
    .select({ product_id: order_items.product_id, created_at: orders.created_at })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(and(boughtBy(order), ne(orders.id, order.id), inArray(order_items.product_id, ids)))
  const isRepeated = (id: string) =>
    history.some(({ product_id, created_at }) => product_id === id && created_at < order.created_at)
  const isOrderedSince = (id: string) =>
    history.some(({ product_id, created_at }) => product_id === id && created_at > order.created_at)
  const current = await findProducts(db, ids.filter(isRepeated))
  const product = current.find(
    ({ id, stock, archived_at }) => stock > 0 && !archived_at && !isOrderedSince(id),
  )
  return (
    product && {
      productName: product.name,
      productImage: product.image_url,
      productLink: `/product/${product.id}`,
      reorderLink: `/product/${product.id}`,
      lastPurchaseDate: order.created_at,
    }
  )
}

/** How many orders with the same product are looked at; enough for a ranking, and quick for a best seller. */
const ORDERS_LOOKED_AT = 1000
const SUGGESTED = 4

type CrossSell = Omit<TemplateData['cross-sell'], 'customerName'>

/** What others bought together with the dearest item, then best sellers; nothing that the person already has. */
export async function findCompanions(db: Db, order: Order): Promise<CrossSell | undefined> {
  const bought = order.items.toSorted((a, b) => b.price - a.price)[0]
  if (!bought) return undefined
  const owned = await db
    .selectDistinct({ id: order_items.product_id })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(boughtBy(order))
  const together = await db.execute<{ product_id: string }>(sql`
    with latest as (
      select order_id from ${order_items} where product_id = ${bought.product_id}
      limit ${ORDERS_LOOKED_AT}
    )
    select i.product_id from ${order_items} i join latest using (order_id)
    where i.product_id <> ${bought.product_id}
    group by i.product_id order by count(*) desc, i.product_id limit 20`)
  const offers = await findOffers(db, {
    first: together.rows.map(({ product_id }) => product_id),
    except: [...new Set([...owned, ...order.items.map(({ product_id: id }) => ({ id }))])].map(
      ({ id }) => id,
    ),
    limit: SUGGESTED,
  })
  if (offers.length === 0) return undefined
  return {
    purchasedProduct: bought.name,
    recommendedProducts: offers.map(({ id, name, description, price, image_url }) => ({
      name,
      description,
      price,
      image: image_url,
      productLink: `/product/${id}`,
    })),
  }
}
