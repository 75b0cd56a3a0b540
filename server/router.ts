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
  contactMessagesRouter,
  pagesRouter,
  readSeller,
  sectionBackgroundsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './modules/content/index.ts'
import { mailsRouter } from './modules/mail/index.ts'
import { cartRouter, couponsRouter, ordersRouter } from './modules/orders/index.ts'
import { cloverSettingsRouter, paymentFunctions, paymentsRouter } from './modules/payments/index.ts'

/** Table of contents of the API. */
export const router = {
  session: sessionRouter,
  auth: authRouter,
  account: accountRouter,
  two_factor: twoFactorRouter,
  products: productsRouter,
  categories: categoriesRouter,
  cart: cartRouter,
  site_settings: siteSettingsRouter,
  banner_content: bannerContentRouter,
  section_backgrounds: sectionBackgroundsRouter,
  testimonials: testimonialsRouter,
  before_after: beforeAfterRouter,
  pages: pagesRouter,
  contact_messages: contactMessagesRouter,
  mails: mailsRouter,
  orders: ordersRouter(readSeller),
  coupons: couponsRouter,
  functions: paymentFunctions,
  clover_settings: cloverSettingsRouter,
  payments: paymentsRouter,
}
