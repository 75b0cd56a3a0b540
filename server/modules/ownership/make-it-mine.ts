import { sql } from 'drizzle-orm'
import { LIVE_TOPICS } from '#contract/insights.ts'
import type { DemoSelection } from '#contract/ownership.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { backUp } from '../backups/index.ts'
import { readShopSettings } from '../content/index.ts'
import { REMOVE_UNUSED_FILES, removeAllFilesBut } from '../media/index.ts'
import { lockOrders } from '../orders/index.ts'
import { shop_ownership } from './ownership.table.ts'
import { demoData, readMadeMine, realOrders } from './read-ownership.ts'

type Wanted = { shop_name: string; keep: DemoSelection; own_orders: number }

/** As much as the largest shop may take; statements of requests have less time. */
const LONGEST_STATEMENT = '5min'

/**
 * Turns the demo into an own shop: a backup first, then one transaction that removes all sales and customers, and of
 * the rest what came with the demo and is not selected. Files are removed after the commit by the job that removes unused
 * ones, so that a crash in between leaves nothing wrong.
 */
export async function makeItMine(
  context: AppContext,
  wanted: Wanted,
  by: ChangedBy,
): Promise<{ backup: string }> {
  await refuse(context, context.db, wanted)
  const { name } = await backUp(context, 'make-it-mine')
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${LONGEST_STATEMENT}, true)`)
    await lockOrders(tx)
    // Again: an order may have been paid while the backup was written.
    await refuse(context, tx, wanted)
    for (const part of demoData)
      await part.remove(tx, { keep: wanted.keep, admin_id: by.id, at: by.at })
    await context.jobs.discardWaiting(tx)
    await removeAllFilesBut(tx, await picturesOf(tx))
    await context.jobs.enqueue(tx, REMOVE_UNUSED_FILES, {})
    await tx
      .insert(shop_ownership)
      .values({ made_mine_at: by.at.toISOString(), made_mine_by: by.name, backup: name })
    await recordAudit(tx, {
      by,
      object: { type: 'shop_ownership', id: 'shop', name: 'Make it mine' },
      before: null,
      after: { ...wanted.keep, backup: name },
    })
    for (const topic of LIVE_TOPICS) await announceChange(tx, topic)
  })
  return { backup: name }
}

async function refuse(context: AppContext, db: Db, { shop_name, own_orders }: Wanted) {
  if (await readMadeMine(db)) throw errors.ALREADY_YOURS()
  const { name } = await readShopSettings({ db })
  if (shop_name.trim() !== name) throw errors.NAME_NOT_TYPED()
  const own = await realOrders(context, db)
  if (own.count > own_orders) throw errors.OWN_ORDERS_PAID({ data: own })
}

async function picturesOf(tx: Db) {
  const urls: string[] = []
  for (const part of demoData) urls.push(...((await part.pictures?.(tx)) ?? []))
  return urls
}
