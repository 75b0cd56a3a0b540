import {
  accountRouter,
  authRouter,
  sessionRouter,
  twoFactorRouter,
} from './modules/accounts/index.ts'
import { categoriesRouter, productsRouter } from './modules/catalog/index.ts'
import {
  bannerContentRouter,
  beforeAfterRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './modules/content/index.ts'
import { mailsRouter } from './modules/mail/index.ts'

/** Table of contents of the API. */
export const router = {
  session: sessionRouter,
  auth: authRouter,
  account: accountRouter,
  two_factor: twoFactorRouter,
  products: productsRouter,
  categories: categoriesRouter,
  site_settings: siteSettingsRouter,
  banner_content: bannerContentRouter,
  section_backgrounds: sectionBackgroundsRouter,
  testimonials: testimonialsRouter,
  before_after: beforeAfterRouter,
  pages: pagesRouter,
  mails: mailsRouter,
}
