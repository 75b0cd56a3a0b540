import { implement } from '@orpc/server'
import * as contract from '#contract/content.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { receiveContactMessage } from './contact-messages.ts'
import { listBeforeAfter, listSections, listTestimonials, readBanner } from './home.ts'
import { listNavigationPages, readPage } from './pages.ts'
import { readSettings } from './settings.ts'

const api = implement({
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
  list: api.site_settings.list.handler(({ context, input }) => readSettings(context, input?.keys)),
}

export const bannerContentRouter = {
  get: api.banner_content.get.handler(({ context }) => readBanner(context)),
}

export const sectionBackgroundsRouter = {
  list: api.section_backgrounds.list.handler(({ context }) => listSections(context)),
}

export const testimonialsRouter = {
  list: api.testimonials.list.handler(({ context }) => listTestimonials(context)),
}

export const beforeAfterRouter = {
  list: api.before_after.list.handler(({ context }) => listBeforeAfter(context)),
}

export const pagesRouter = {
  nav: api.pages.nav.handler(({ context }) => listNavigationPages(context)),
  get: api.pages.get.handler(({ context, input }) => readPage(context, input.slug)),
}

export const contactMessagesRouter = {
  create: api.contact_messages.create.handler(({ context, input }) =>
    receiveContactMessage(context, input),
  ),
}
