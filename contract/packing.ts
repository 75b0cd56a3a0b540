import * as z from 'zod'
import { IdsInLink, MOST_AT_ONCE } from './admin-orders.ts'
import { refusals } from './errors.ts'
import { Id } from './fields.ts'
import { adminProcedure } from './policy.ts'

export const MOST_SHIPMENTS = 1000
export const LONGEST_SHIPMENTS_CSV = 1_000_000

/** What a row of the file does, or why it does nothing. */
export const ShipmentRow = z.object({
  line: z.int(),
  /** As in the file. */
  order: z.string(),
  /** Null when no order was found, or several. */
  id: Id.nullable(),
  customer: z.string().nullable(),
  tracking_number: z.string(),
  tracking_link: z.string().nullable(),
  /** `done`: shipped with this number before. */
  outcome: z.enum(['ship', 'done', 'problem']),
  problem: z.string().nullable(),
})
export type ShipmentRow = z.infer<typeof ShipmentRow>

export const ShipmentsResult = z.object({
  /** False after a dry run, and when the file cannot be read. */
  applied: z.boolean(),
  /** What is wrong with the file as a whole, or with rows that cannot be read. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  rows: z.array(ShipmentRow),
})
export type ShipmentsResult = z.infer<typeof ShipmentsResult>

/** From paid orders to parcels; part of `orders`. */
export const packing = {
  set_packed: adminProcedure('orders')
    .route({
      method: 'PUT',
      path: '/orders/packed',
      summary: 'Mark orders as packed or not; those that are not to ship are named',
    })
    .input(z.object({ ids: z.array(Id).min(1).max(MOST_AT_ONCE), packed: z.boolean() }))
    .output(
      z.object({
        changed: z.int(),
        refused: z.array(z.object({ id: Id, message: z.string() })),
      }),
    ),
  pick_list: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/pick-list',
      summary: 'One PDF: what to take from the shelves for these orders, or for all to pack',
    })
    .input(z.object({ ids: IdsInLink.optional() }))
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(z.file()),
  ship_from_csv: adminProcedure('orders')
    // As JSON, where a quote or a line break is two characters.
    .meta({ largest_body: 2 * LONGEST_SHIPMENTS_CSV })
    .route({
      method: 'POST',
      path: '/orders/shipments',
      summary: 'Ship orders from a CSV of tracking numbers; each customer gets a mail',
    })
    .input(z.strictObject({ csv: z.string().max(LONGEST_SHIPMENTS_CSV), dry_run: z.boolean() }))
    .output(ShipmentsResult),
}
