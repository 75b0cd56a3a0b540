import type { DemoSelection, Ownership } from '#contract/ownership.ts'
import type { Db } from '#server/platform/database.ts'
import type { DemoData } from '#server/platform/demo-rows.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { accountsDemoData, hasDemoAccounts, isDemoAccount } from '../accounts/index.ts'
import { backupsFolder, findBackup } from '../backups/index.ts'
import { catalogDemoData, hasDemoProducts } from '../catalog/index.ts'
import { chatDemoData } from '../chat/index.ts'
import { contentDemoData, readShopSettings } from '../content/index.ts'
import { mailDemoData } from '../mail/index.ts'
import { ordersDemoData, ownPaidOrders } from '../orders/index.ts'
import { paymentsDemoData, simulatedOrders } from '../payments/index.ts'
import { returnsDemoData } from '../returns/index.ts'
import { reviewsDemoData } from '../reviews/index.ts'
import { shop_ownership } from './ownership.table.ts'

export async function readOwnership(context: AppContext, admin_id: string): Promise<Ownership> {
  const { db } = context
  const { name } = await readShopSettings(context)
  return {
    shop_name: name,
    has_demo: (await hasDemoProducts(db)) || (await hasDemoAccounts(db)),
    counts: await countAll(db),
    own_orders: await realOrders(context, db),
    is_demo_account: await isDemoAccount(db, admin_id),
    made_mine: await describeMadeMine(context),
  }
}

async function countAll(db: Db) {
  const counts: Ownership['counts'] = []
  for (const part of demoData)
    for (const [name, count] of Object.entries(await part.count(db))) counts.push({ name, count })
  return counts
}

/** Money was taken for them: paid, and neither the demo's nor a test at the simulator. */
export const realOrders = async (context: Pick<AppContext, 'config'>, db: Db) =>
  ownPaidOrders(db, await simulatedOrders(context, db))

export async function readMadeMine(db: Db) {
  const [row] = await db.select().from(shop_ownership)
  return row
}

async function describeMadeMine(context: AppContext): Promise<Ownership['made_mine']> {
  const row = await readMadeMine(context.db)
  if (!row) return null
  return {
    at: row.made_mine_at,
    by: row.made_mine_by,
    backup: row.backup,
    not_undoable: (await whyNotUndoable(context, context.db, row.backup)) ?? null,
  }
}

/** Nothing when the demo can be brought back. */
export async function whyNotUndoable(context: AppContext, db: Db, backup: string) {
  if (!findBackup(backupsFolder(context.config.dataDir), backup))
    return `The backup ${backup} is no longer in the folder of backups.`
  const { count } = await realOrders(context, db)
  if (count > 0) return 'Customers have paid for orders since then. They would be lost.'
  return undefined
}

/** What is removed when the demo becomes an own shop: what names others goes before them. */
export const demoData: readonly DemoData<DemoSelection>[] = [
  returnsDemoData,
  paymentsDemoData,
  ordersDemoData,
  reviewsDemoData,
  chatDemoData,
  mailDemoData,
  contentDemoData,
  catalogDemoData,
  accountsDemoData,
]
