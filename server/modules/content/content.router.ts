import { implement } from '@orpc/server'
import { adminContactMessages } from '#contract/contact-messages.ts'
import * as contract from '#contract/content.ts'
import { newsletter } from '#contract/content.ts'
import { editBanner, editSections } from '#contract/edit-home.ts'
import { editPages } from '#contract/edit-pages.ts'
import { editSettings } from '#contract/edit-settings.ts'
import { editBeforeAfter, editTestimonials } from '#contract/edit-stories.ts'
import { shop_texts } from '#contract/shop-texts.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import {
  listContactMessages,
  readContactThread,
  replyToContactMessage,
  setContactStatus,
} from './answer-contact-messages.ts'
import { receiveContactMessage } from './contact-messages.ts'
import { before_after, testimonials } from './content.table.ts'
import {
  listEditableSections,
  moveSection,
  readEditableBanner,
  saveBanner,
  saveSection,
} from './edit-home.ts'
import {
  createPage,
  listEditablePages,
  readEditablePage,
  removePage,
  updatePage,
} from './edit-pages.ts'
import { listEditableSettings, saveSetting } from './edit-settings.ts'
import {
  createBeforeAfter,
  createTestimonial,
  listEditableBeforeAfter,
  listEditableTestimonials,
  removeBeforeAfter,
  removeTestimonial,
  reorderStories,
  updateBeforeAfter,
  updateTestimonial,
} from './edit-stories.ts'
import { listBeforeAfter, listSections, listTestimonials, readBanner } from './home.ts'
import { signUpForNewsletter } from './newsletter.ts'
import { listNavigationPages, readPage } from './pages.ts'
import { readSettings } from './settings.ts'
import { listEditableTexts, listTexts, saveText } from './shop-texts.ts'

const api = implement({
  site_settings: { ...contract.site_settings, ...editSettings },
  banner_content: { ...contract.banner_content, ...editBanner },
  section_backgrounds: { ...contract.section_backgrounds, ...editSections },
  testimonials: { ...contract.testimonials, ...editTestimonials },
  before_after: { ...contract.before_after, ...editBeforeAfter },
  pages: { ...contract.pages, ...editPages },
  shop_texts,
  newsletter,
  contact_messages: { ...contract.contact_messages, ...adminContactMessages },
})
  .$context<RequestContext>()
  .use(guard)

export const siteSettingsRouter = {
  list: api.site_settings.list.handler(({ context, input }) => readSettings(context, input?.keys)),
  editable: api.site_settings.editable.handler(({ context }) => listEditableSettings(context.db)),
  save: api.site_settings.save.handler(async ({ context, input }) =>
    saveSetting(context.db, input, await changedBy(context)),
  ),
}

export const bannerContentRouter = {
  get: api.banner_content.get.handler(({ context }) => readBanner(context)),
  editable: api.banner_content.editable.handler(({ context }) => readEditableBanner(context.db)),
  save: api.banner_content.save.handler(async ({ context, input }) =>
    saveBanner(context.db, input, await changedBy(context)),
  ),
}

export const sectionBackgroundsRouter = {
  list: api.section_backgrounds.list.handler(({ context }) => listSections(context)),
  editable: api.section_backgrounds.editable.handler(({ context }) =>
    listEditableSections(context),
  ),
  save: api.section_backgrounds.save.handler(async ({ context, input }) =>
    saveSection(context, input, await changedBy(context)),
  ),
  move: api.section_backgrounds.move.handler(async ({ context, input }) =>
    moveSection(context, input.section_name, input.direction, await changedBy(context)),
  ),
}

export const testimonialsRouter = {
  list: api.testimonials.list.handler(({ context }) => listTestimonials(context)),
  editable: api.testimonials.editable.handler(({ context }) =>
    listEditableTestimonials(context.db),
  ),
  create: api.testimonials.create.handler(async ({ context, input }) =>
    createTestimonial(context.db, input, await changedBy(context)),
  ),
  update: api.testimonials.update.handler(async ({ context, input }) =>
    updateTestimonial(context.db, input, await changedBy(context)),
  ),
  remove: api.testimonials.remove.handler(async ({ context, input }) =>
    removeTestimonial(context.db, input.id, await changedBy(context)),
  ),
  reorder: api.testimonials.reorder.handler(async ({ context, input }) =>
    reorderStories(context.db, testimonials, input.ids, await changedBy(context)),
  ),
}

export const beforeAfterRouter = {
  list: api.before_after.list.handler(({ context }) => listBeforeAfter(context)),
  editable: api.before_after.editable.handler(({ context }) => listEditableBeforeAfter(context.db)),
  create: api.before_after.create.handler(async ({ context, input }) =>
    createBeforeAfter(context.db, input.items, await changedBy(context)),
  ),
  update: api.before_after.update.handler(async ({ context, input }) =>
    updateBeforeAfter(context.db, input, await changedBy(context)),
  ),
  remove: api.before_after.remove.handler(async ({ context, input }) =>
    removeBeforeAfter(context.db, input.id, await changedBy(context)),
  ),
  reorder: api.before_after.reorder.handler(async ({ context, input }) =>
    reorderStories(context.db, before_after, input.ids, await changedBy(context)),
  ),
}

export const pagesRouter = {
  nav: api.pages.nav.handler(({ context }) => listNavigationPages(context)),
  get: api.pages.get.handler(({ context, input }) => readPage(context, input.slug)),
  editable: api.pages.editable.handler(({ context, input }) =>
    listEditablePages(context.db, input),
  ),
  read: api.pages.read.handler(({ context, input }) => readEditablePage(context.db, input.id)),
  create: api.pages.create.handler(async ({ context, input }) =>
    createPage(context.db, input, await changedBy(context)),
  ),
  update: api.pages.update.handler(async ({ context, input }) =>
    updatePage(context.db, input, await changedBy(context)),
  ),
  remove: api.pages.remove.handler(async ({ context, input }) =>
    removePage(context.db, input.id, await changedBy(context)),
  ),
}

export const contactMessagesRouter = {
  create: api.contact_messages.create.handler(({ context, input }) =>
    receiveContactMessage(context, input),
  ),
  list: api.contact_messages.list.handler(({ context, input }) =>
    listContactMessages(context.db, input),
  ),
  get: api.contact_messages.get.handler(({ context, input }) =>
    readContactThread(context, input.id),
  ),
  set_status: api.contact_messages.set_status.handler(
    async ({ context, input: { status, ...seen } }) =>
      setContactStatus(context.db, seen, status, await changedBy(context)),
  ),
  reply: api.contact_messages.reply.handler(async ({ context, input }) => {
    await replyToContactMessage(context, input, await changedBy(context))
    return readContactThread(context, input.id)
  }),
}

export const shopTextsRouter = {
  list: api.shop_texts.list.handler(({ context, input }) => listTexts(context.db, input.keys)),
  editable: api.shop_texts.editable.handler(({ context }) => listEditableTexts(context.db)),
  save: api.shop_texts.save.handler(async ({ context, input }) =>
    saveText(context.db, input, await changedBy(context)),
  ),
}

export const newsletterRouter = {
  sign_up: api.newsletter.sign_up.handler(({ context, input }) =>
    signUpForNewsletter(context, input.email),
  ),
}
