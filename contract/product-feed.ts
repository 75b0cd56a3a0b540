import * as z from 'zod'
import { conflicts, Version } from './editing.ts'
import { Id } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** Where Google Merchant Center, Meta and Pinterest read the products. */
export const FEED_PATH = '/feeds/google.xml'

export const FeedSettingsEdit = z.strictObject({
  enabled: z.boolean(),
  /** Of products that name none. */
  brand: z.string().trim().max(70, 'At most 70 letters'),
})
export type FeedSettingsEdit = z.infer<typeof FeedSettingsEdit>

export const FeedSettings = FeedSettingsEdit.extend({
  id: Id,
  version: Version,
  /** The whole address. */
  url: z.string(),
})
export type FeedSettings = z.infer<typeof FeedSettings>

export const product_feed = {
  settings: adminProcedure('settings')
    .route({ method: 'GET', path: '/product_feed', summary: 'Whether there is a product feed' })
    .output(FeedSettings),
  save_settings: adminProcedure('settings')
    .route({ method: 'PUT', path: '/product_feed', summary: 'Switch the product feed on or off' })
    .input(FeedSettingsEdit.extend({ version: Version }))
    .errors(conflicts)
    .output(FeedSettings),
}
