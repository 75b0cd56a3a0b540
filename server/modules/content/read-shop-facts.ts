import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { site_settings } from './content.table.ts'

const DEFAULT_NAME = 'Petal & Dew'

/** What the shop calls itself and where its customers write to; without an own address, ''. */
export async function readShopFacts(db: Db) {
  const rows = await db
    .select()
    .from(site_settings)
    .where(inArray(site_settings.setting_key, ['site_title', 'support_email']))
  const value = (key: string) => rows.find((row) => row.setting_key === key)?.setting_value.trim()
  return { name: value('site_title') || DEFAULT_NAME, support_email: value('support_email') ?? '' }
}
