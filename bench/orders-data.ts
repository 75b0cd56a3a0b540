import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { fillCatalogue } from './catalog-data.ts'

const PRODUCTS = 1000
const BATCH = 10_000
/** So often a long fill says how far it is. */
const SAID_EVERY = 100_000

/**
 * A shop with that many orders of five lines each: half by accounts, half by guests, each buyer with four. Almost
 * all are done; a few wait for payment, address, shipment or a decision.
 */
export async function fillOrders(db: Db, count: number) {
  await fillCatalogue(db, PRODUCTS)
  await insertProfiles(db, Math.ceil(count / 8))
  for (let from = 1; from <= count; from += BATCH) {
    await insertOrders(db, from, Math.min(from + BATCH - 1, count))
    const done = from + BATCH - 1
    if (done % SAID_EVERY === 0 && done < count) console.log(`  ${done} orders …`)
  }
  await sumUpCustomers(db)
  // As the database does by itself a while after.
  await db.execute(sql`vacuum analyze`)
}

const NAME = sql`
  (array['Iris', 'Ada', 'Mabel', 'Leo', 'Flora', 'Edith', 'Sofia', 'Carmen', 'Diana', 'Gemma', 'Otto', 'Ines', 'Hugo',
    'Nora', 'Felix', 'Clara', 'Emil', 'Greta', 'Ruth', 'Paul'])[1 + buyer % 20] || ' ' ||
  (array['Bloom', 'Young', 'Rossi', 'Chen', 'Vega', 'Hughes', 'Bright', 'Donovan', 'Hadley', 'Underhill', 'Okafor',
    'Larsen', 'Novak'])[1 + buyer / 20 % 13] || ' ' || translate(substr(md5(buyer::text), 1, 5), '0123456789', 'ghijklmnop')`

const insertProfiles = (db: Db, count: number) =>
  withoutTriggers(db, async (tx) => {
    await tx.execute(sql`
      insert into profiles (id, full_name, email, email_verified)
      select md5('profile' || buyer)::uuid, ${NAME}, 'customer' || buyer || '@example.com', true
      from generate_series(0, ${count}::int) as buyer`)
  })

const insertOrders = (db: Db, from: number, to: number) =>
  withoutTriggers(db, async (tx) => {
    await tx.execute(sql`
      insert into orders (id, user_id, guest_email, customer_name, customer_email, subtotal, discount, total, coupon_code,
        status, shipping_address, holds_stock, created_at, completed_at, shipped_at, payment_id, item_names)
      select md5('order' || n)::uuid,
        case when n % 2 = 0 then md5('profile' || buyer)::uuid end,
        case when n % 2 = 1 then 'guest' || buyer || '@example.com' end,
        ${NAME}, case when n % 2 = 0 then 'customer' else 'guest' end || buyer || '@example.com',
        amount + 5, 5, amount, case when n % 20 = 0 then 'SPRING' || n % 200 end,
        status,
        case when n % 4000 = 1 then null else jsonb_build_object('fullName', ${NAME}, 'email',
          case when n % 2 = 0 then 'customer' else 'guest' end || buyer || '@example.com', 'address', n || ' Garden Row',
          'city', 'Boston', 'state', 'MA', 'zipCode', '02110', 'country', 'United States') end,
        status <> 'cancelled', placed,
        case when status in ('completed', 'shipped', 'processing') then placed + interval '5 minutes' end,
        case when status in ('completed', 'shipped') and n % 500 > 0 then placed + interval '1 day' end,
        case when status in ('completed', 'shipped', 'processing') then 'PAY' || n end,
        (select string_agg(p.name, ', ') from generate_series(1, 5) as line
          join numbered_products p on p.place = (n * 31 + line * 197) % ${PRODUCTS}::int)
      from (
        select n, n / 8 as buyer, (20 + n::bigint * 7919 % 9000 / 100.0)::numeric(10, 2) as amount,
          timestamptz '2024-01-01' + make_interval(mins => n * 5) as placed,
          case when n % 1000 = 0 then 'pending' when n % 50 = 1 then 'processing' when n % 20 = 2 then 'shipped'
            when n % 25 = 3 then 'cancelled' else 'completed' end as status
        from generate_series(${from}::int, ${to}::int) as n
      ) as drawn`)
    await tx.execute(sql`
      insert into order_items (order_id, product_id, quantity, price, name)
      select md5('order' || n)::uuid, p.id, 1 + n % 3, p.price, p.name
      from generate_series(${from}::int, ${to}::int) as n cross join generate_series(1, 5) as line
      join numbered_products p on p.place = (n * 31 + line * 197) % ${PRODUCTS}::int`)
    await tx.execute(sql`
      insert into order_events (order_id, to_status, actor, reason, created_at)
      select id, 'pending', 'customer', 'Order placed', created_at from orders
      where id in (select md5('order' || n)::uuid from generate_series(${from}::int, ${to}::int) as n)`)
    await tx.execute(sql`
      insert into payments (payment_id, order_id, merchant_id, amount, status, attention_reason, created_at)
      select payment_id, id, 'M', total, case when n % 10000 = 4 then 'needs-attention' else 'settled' end,
        case when n % 10000 = 4 then 'late' end, created_at
      from generate_series(${from}::int, ${to}::int) as n join orders on id = md5('order' || n)::uuid
      where payment_id is not null`)
  })

/** Triggers would look at every row by itself. What they keep is written here. */
const withoutTriggers = (db: Db, insert: (tx: Db) => Promise<void>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      create temp table numbered_products on commit drop as
      select (row_number() over (order by name) - 1)::int as place, id, name, price from products`)
    for (const table of ['profiles', 'orders', 'order_items']) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
    }
    await insert(tx)
    for (const table of ['profiles', 'orders', 'order_items']) {
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
    }
  })

const sumUpCustomers = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const sums = sql`count(o.id), coalesce(sum(o.total) filter (where o.completed_at is not null and o.status <> 'cancelled'), 0), max(o.created_at)`
    await tx.execute(sql`
      insert into customers (user_id, email, full_name, created_at, order_count, spent, last_order_at)
      select p.id, p.email, p.full_name, p.created_at, ${sums} from profiles p left join orders o on o.user_id = p.id group by p.id`)
    await tx.execute(sql`
      insert into customers (email, full_name, created_at, order_count, spent, last_order_at)
      select o.guest_email, min(o.customer_name), min(o.created_at), ${sums} from orders o where o.user_id is null group by o.guest_email`)
  })
