import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { back_in_stock_requests, products } from './catalog.table.ts'

type Line = { product_id: string; quantity: number }
const value = sql.placeholder

/** Current prices and stocks of the products of a cart. Products that are no longer sold are left out. */
export const priceCart = (db: Db, ids: string[]) =>
  db
    .select({
      id: products.id,
      name: products.full_name,
      price: products.price,
      image_url: products.image_url,
      stock: products.stock,
    })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.archived_at)))

/**
 * Takes the stock of all lines, or returns the products that have too little: the caller then rolls back.
 * Rows are locked in id order, so two orders of (A,B) and (B,A) cannot deadlock. `no key update` is enough
 * and does not block inserts of lines that reference the product.
 */
export async function takeStock(tx: Db, order_id: string, lines: Line[], at: Date) {
  const rows = await takeLines(tx, {
    products: lines.map((line) => line.product_id),
    quantities: lines.map((line) => line.quantity),
    order_id,
    at: at.toISOString(),
  })
  const taken = new Set(rows.map(({ id }) => id))
  return { short: lines.map((line) => line.product_id).filter((id) => !taken.has(id)) }
}

const takeLines = prepareStatement<{ id: string }>(sql`
  with wanted as (
    select * from unnest(${value('products')}::uuid[], ${value('quantities')}::int[]) as line (product_id, quantity)
  ), locked as (
    select p.id from products p join wanted w on w.product_id = p.id
    order by p.id for no key update of p
  ), taken as (
    update products p set stock = p.stock - w.quantity
    from wanted w, locked l
    where p.id = w.product_id and l.id = p.id
      and p.stock >= w.quantity and p.archived_at is null
    returning p.id, w.quantity
  ), noted as (
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select id, -quantity, 'ordered', ${value('order_id')}::uuid, ${value('at')}::timestamptz from taken
  )
  select id from taken`)

/** Gives back what this order still holds according to its stock movements, so a second call changes nothing. */
export const giveBackStock = (tx: Db, order_id: string, at: Date) =>
  tx.execute(sql`
    with owed as (
      select product_id, -sum(change)::int as quantity from stock_movements
      where order_id = ${order_id}::uuid group by product_id having sum(change) < 0
    ), locked as (
      select p.id from products p join owed o on o.product_id = p.id
      order by p.id for no key update of p
    ), given as (
      update products p set stock = p.stock + o.quantity
      from owed o, locked l
      where p.id = o.product_id and l.id = p.id
      returning p.id, o.quantity
    )
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select id, quantity, 'given-back', ${order_id}::uuid, ${at.toISOString()}::timestamptz from given`)

/** Puts units of a return back, as the person at the desk says. */
export const returnToStock = (tx: Db, order_id: string, lines: Line[], by: ChangedBy) =>
  tx.execute(sql`
    with wanted as (
      select * from unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity))}::int[]
      ) as line (product_id, quantity)
    ), locked as (
      select p.id from products p join wanted w on w.product_id = p.id
      order by p.id for no key update of p
    ), given as (
      update products p set stock = p.stock + w.quantity
      from wanted w, locked l
      where p.id = w.product_id and l.id = p.id
      returning p.id, w.quantity
    )
    insert into stock_movements (product_id, change, reason, order_id, actor_id, actor_name, created_at)
    select id, quantity, 'returned', ${order_id}::uuid, ${by.id}::uuid, ${by.name}, ${by.at.toISOString()}::timestamptz
    from given`)

/** Units of paid orders, for "best selling": added when an order is paid, subtracted when it is cancelled. */
export const countSold = (tx: Db, lines: Line[], sign: 1 | -1) =>
  tx.execute(sql`
    with wanted as (
      select * from unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity * sign))}::int[]
      ) as line (product_id, quantity)
    ), locked as (
      select p.id from products p join wanted w on w.product_id = p.id
      order by p.id for no key update of p
    )
    update products p set units_sold = greatest(0, p.units_sold + w.quantity)
    from wanted w, locked l
    where p.id = w.product_id and l.id = p.id`)

/** The requests of a deleted account. */
export async function forgetStockRequests(tx: Db, { email }: DataSubject) {
  if (email === null) return
  await tx
    .delete(back_in_stock_requests)
    .where(eq(sql`lower(${back_in_stock_requests.email})`, email))
}

/** The products that a person's confirmed address waits for, for the export of the own data. */
export const personalDataOf = async (db: Db, { email }: DataSubject) =>
  email === null
    ? []
    : db
        .select()
        .from(back_in_stock_requests)
        .where(eq(sql`lower(${back_in_stock_requests.email})`, email))
