import type { DemoData } from '#server/platform/demo-rows.ts'
import { returns } from './returns.table.ts'

/** Goes before the refunds and orders that they belong to. */
export const returnsDemoData: DemoData = {
  count: async () => ({}),
  async remove(tx) {
    await tx.delete(returns)
  },
}
