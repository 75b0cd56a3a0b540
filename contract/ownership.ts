import * as z from 'zod'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** What the owner keeps of the demo. Products stay as drafts: archived until the owner restores them. */
export const DemoSelection = z.strictObject({
  settings: z.boolean(),
  pages: z.boolean(),
  look: z.boolean(),
  categories: z.boolean(),
  products: z.boolean(),
})
export type DemoSelection = z.infer<typeof DemoSelection>

const Ownership = z.object({
  shop_name: z.string(),
  /** Something of the demo is still there. */
  has_demo: z.boolean(),
  /** What would be removed, unless it is in the selection. */
  counts: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Paid orders that are neither the demo's nor paid at the simulator. */
  own_orders: z.object({ count: z.int(), total: z.number() }),
  /** Who asks is signed in with the demo's account, whose password is public. */
  is_demo_account: z.boolean(),
  made_mine: z
    .object({
      at: Time,
      by: z.string(),
      /** The file that brings the demo back. */
      backup: z.string(),
      /** Why it can not be undone any more; null when it can. */
      not_undoable: z.string().nullable(),
    })
    .nullable(),
})
export type Ownership = z.infer<typeof Ownership>

export const ownership = {
  read: adminProcedure('ownership')
    .route({
      method: 'GET',
      path: '/ownership',
      summary: 'What of the demo is in this shop, and whether it was made an own shop',
    })
    .output(Ownership),
  make_it_mine: adminProcedure('ownership')
    .route({
      method: 'POST',
      path: '/ownership/make-it-mine',
      summary: 'Turns the demo into an own shop, after a backup',
    })
    .input(
      z.strictObject({
        /** The name of the shop, typed by the owner. */
        shop_name: z.string().max(1000),
        keep: DemoSelection,
        /** How many own paid orders the owner agreed to remove. */
        own_orders: z.int().min(0).default(0),
      }),
    )
    .errors(
      refusals(
        'NAME_NOT_TYPED',
        'ALREADY_YOURS',
        'OWN_ORDERS_PAID',
        'BACKUP_RUNNING',
        'BACKUP_FAILED',
      ),
    )
    .output(z.object({ backup: z.string() })),
  undo: adminProcedure('ownership')
    .route({
      method: 'POST',
      path: '/ownership/undo',
      summary: 'Brings back the demo as it was before',
    })
    .errors(refusals('UNDO_NOT_POSSIBLE'))
    .output(z.object({ restored: z.literal(true) })),
}
