import { sql } from 'drizzle-orm'
import { media_files } from '#server/modules/media/media.table.ts'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import { createChance } from './chance.ts'
import { drawOrders } from './draw-orders.ts'
import { isEmpty } from './is-shop-empty.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadChats } from './load-chats.ts'
import { loadContent } from './load-content.ts'
import { loadOrders } from './load-orders.ts'
import { loadPeople } from './load-people.ts'
import { loadReviews } from './load-reviews.ts'
import { drawCustomers } from './people.ts'
import { settleCounts } from './settle-counts.ts'
import { mediaRows, type Pictures, storePictures } from './store-pictures.ts'

/** Any number, as long as nothing else in this database locks it. */
const DEMO_LOCK = 7_265_742

type DemoOptions = {
  databaseUrl: string
  dataDir: string
  log: (line: string) => void
  now?: Date
}

/** Fills a migrated, empty shop. One that has the demo, or products of its own, is left as it is. */
export async function loadDemo({
  databaseUrl,
  dataDir,
  log,
  now = new Date(),
}: DemoOptions): Promise<'loaded' | 'already-there'> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1 })
  try {
    if (!(await isEmpty(db))) return 'already-there'
    const pictures = await storePictures(dataDir, log)
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
  const customers = drawCustomers(createChance(25))
  const orders = drawOrders(customers, now)
  await db.insert(media_files).values(mediaRows(pictures))
  await loadContent(db, pictures, now)
  await loadCatalogue(db, pictures, now)
  await loadPeople(db, customers, now)
  await loadOrders(db, pictures, orders, now)
  await loadReviews(db, customers, orders, now)
  await loadChats(db, now)
  await settleCounts(db)
}
