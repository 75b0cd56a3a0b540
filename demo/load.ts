import { sql } from 'drizzle-orm'
import { media_files } from '#server/modules/media/media.table.ts'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { isEmpty } from './demo-state.ts'
import { drawOrders } from './draw-orders.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadChats, loadContent } from './load-content.ts'
import { loadOrders } from './load-orders.ts'
import { loadReviews } from './load-reviews.ts'
import { drawCustomers, loadConsents, loadPeople } from './people.ts'
import { mediaRows, type Pictures, storePictures } from './pictures.ts'
import { createRandom } from './repeatable.ts'

/** Any number, as long as nothing else in this database locks it. */
const DEMO_LOCK = 7_265_742

type DemoOptions = {
  databaseUrl: string
  files: FileStorage
  log: (line: string) => void
  now?: Date
}

/** Fills a migrated, empty shop. One that has the demo, or products of its own, is left as it is. */
export async function loadDemo({
  databaseUrl,
  files,
  log,
  now = new Date(),
}: DemoOptions): Promise<'loaded' | 'already-there'> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1 })
  try {
    if (!(await isEmpty(db))) return 'already-there'
    const pictures = await storePictures(files, log)
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`)
      if (!(await isEmpty(tx))) return 'already-there'
      await fill(tx, pictures, now)
      return 'loaded'
    })
  } finally {
    await close()
  }
}

async function fill(db: Db, pictures: Pictures, now: Date) {
  const customers = drawCustomers(createRandom(25))
  const orders = drawOrders(customers, now)
  await db.insert(media_files).values(mediaRows(pictures))
  await loadContent(db, pictures, now)
  await loadCatalogue(db, pictures, now)
  await loadPeople(db, customers, now)
  const guestOrders = orders.filter(({ buyer }) => buyer.user_id === null)
  await loadConsents(db, customers, guestOrders, now)
  await loadOrders(db, pictures, orders, now)
  await loadReviews(db, { customers, orders, pictures, now })
  await loadChats(db, now)
  await settleCounts(db)
}

/** Denormalised counts are computed from the rows that they count. */
async function settleCounts(db: Db) {
  await db.execute(sql`
    update products p set
      units_sold = coalesce((
        select sum(i.quantity) from order_items i join orders o on o.id = i.order_id
        where i.product_id = p.id and o.completed_at is not null and o.status <> 'cancelled'
      ), 0)`)
  await db.execute(sql`
    update coupons c set current_uses =
      (select count(*) from orders where coupon_code = c.code and holds_stock)`)
  // What was on the shelf at first is what is left plus what has been taken since.
  await db.execute(sql`
    insert into stock_movements (id, product_id, change, reason, created_at)
    select md5('petal-demo/set/' || p.id)::uuid, p.id, p.stock - coalesce(sum(m.change), 0), 'set', p.created_at
    from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock <> coalesce(sum(m.change), 0)`)
}
