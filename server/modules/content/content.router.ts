import { implement } from '@orpc/server'
import { and, asc, desc, eq } from 'drizzle-orm'
import * as contract from '#contract/content.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import {
  banner_content,
  before_after,
  pages,
  section_backgrounds,
  site_settings,
  testimonials,
} from './content.table.ts'
import { receiveMessage } from './receive-message.ts'

const shop = implement({
  site_settings: contract.site_settings,
  banner_content: contract.banner_content,
  section_backgrounds: contract.section_backgrounds,
  testimonials: contract.testimonials,
  before_after: contract.before_after,
  pages: contract.pages,
  contact_messages: contract.contact_messages,
})
  .$context<RequestContext>()
  .use(guard)

export const siteSettingsRouter = {
  list: shop.site_settings.list.handler(async ({ context }) => {
    const rows = await context.db
      .select()
      .from(site_settings)
      .orderBy(asc(site_settings.setting_key))
    const given = Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
    const missing = Object.fromEntries(contract.SETTING_KEYS.map((key) => [key, '']))
    return { ...missing, ...given } as contract.SiteSettings
  }),
}

export const bannerContentRouter = {
  get: shop.banner_content.get.handler(async ({ context }) => {
    const [banner] = await context.db.select().from(banner_content)
    return banner ?? contract.DEFAULT_BANNER
  }),
}

export const sectionBackgroundsRouter = {
  list: shop.section_backgrounds.list.handler(async ({ context }) => {
    const rows = await context.db
      .select()
      .from(section_backgrounds)
      .orderBy(asc(section_backgrounds.display_order), asc(section_backgrounds.section_name))
    return rows.map((row) =>
      contract.SectionBackground.parse({
        ...row,
        background_value:
          row.background_type === 'custom'
            ? JSON.parse(row.background_value)
            : row.background_value,
      }),
    )
  }),
}

export const testimonialsRouter = {
  list: shop.testimonials.list.handler(({ context }) =>
    context.db.select().from(testimonials).orderBy(desc(testimonials.created_at)).limit(24),
  ),
}

export const beforeAfterRouter = {
  list: shop.before_after.list.handler(({ context }) =>
    context.db.select().from(before_after).orderBy(desc(before_after.created_at)).limit(24),
  ),
}

export const pagesRouter = {
  nav: shop.pages.nav.handler(({ context }) =>
    context.db
      .select({ title: pages.title, slug: pages.slug })
      .from(pages)
      .where(and(eq(pages.is_active, true), eq(pages.show_in_nav, true)))
      .orderBy(asc(pages.nav_order), asc(pages.title)),
  ),
  get: shop.pages.get.handler(async ({ context, input }) => {
    const [page] = await context.db
      .select()
      .from(pages)
      .where(and(eq(pages.slug, input.slug), eq(pages.is_active, true)))
    if (!page) throw errors.PAGE_NOT_FOUND()
    return page
  }),
}

export const contactMessagesRouter = {
  create: shop.contact_messages.create.handler(({ context, input }) =>
    receiveMessage(context, input),
  ),
}
