import { eq } from 'drizzle-orm'
import type { DemoSelection } from '#contract/ownership.ts'
import type { Db } from '#server/platform/database.ts'
import { type DemoData, isDemoRow } from '#server/platform/demo-rows.ts'
import {
  banner_content,
  before_after,
  contact_messages,
  shop_texts,
  site_settings,
  testimonials,
} from './content.table.ts'
import { resetLook, resetPages, resetSettings } from './default-content.ts'

export const contentDemoData: DemoData<DemoSelection> = {
  count: async (db) => ({
    testimonials: await db.$count(testimonials, isDemoRow(testimonials.id)),
    before_after: await db.$count(before_after, isDemoRow(before_after.id)),
    contact_messages: await db.$count(contact_messages),
  }),
  async remove(tx, { keep }) {
    await tx.delete(contact_messages)
    await tx.delete(testimonials).where(isDemoRow(testimonials.id))
    await tx.delete(before_after).where(isDemoRow(before_after.id))
    if (!keep.settings) await resetSettings(tx)
    if (!keep.pages) {
      await resetPages(tx)
      await tx.delete(shop_texts).where(eq(shop_texts.is_own, false))
    }
    if (!keep.look) await resetLook(tx)
  },
  pictures: async (tx) => (await shownPictures(tx)).flatMap((url) => url ?? []),
}

async function shownPictures(tx: Db) {
  const stories = [
    ...(await tx.select({ url: testimonials.image_url }).from(testimonials)),
    ...(await tx.select({ url: before_after.image_url }).from(before_after)),
    ...(await tx.select({ url: banner_content.background_image_url }).from(banner_content)),
    ...(await tx.select({ url: site_settings.setting_value }).from(site_settings)),
  ]
  return stories.map(({ url }) => url)
}
