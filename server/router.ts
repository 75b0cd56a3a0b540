import {
  accountRouter,
  authRouter,
  invitationRouter,
  peopleRouter,
  sessionRouter,
  twoFactorRouter,
} from './modules/accounts/index.ts'
import { backupCopiesRouter, backupsRouter, restoresRouter } from './modules/backups/index.ts'
import {
  attributesRouter,
  backInStockRouter,
  categoriesRouter,
  forgetStockRequests,
  productFeedRouter,
  productGroupsRouter,
  productsExport,
  productsRouter,
} from './modules/catalog/index.ts'
import {
  cannedRepliesRouter,
  chatConversationsRouter,
  chatFunctionsRouter,
  chatRouter,
  chatStreams,
} from './modules/chat/index.ts'
import { apiKeysRouter, webhooksRouter } from './modules/connections/index.ts'
import {
  consentsExport,
  mailSuppressionsRouter,
  suppressionsExport,
} from './modules/consent/index.ts'
import {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesExport,
  contactMessagesRouter,
  forgetSender,
  newsletterRouter,
  pagesRouter,
  sectionBackgroundsRouter,
  shopTextsRouter,
  siteSettingsRouter,
  testimonialsRouter,
} from './modules/content/index.ts'
import {
  auditLogRouter,
  insightsRouter,
  liveChanges,
  salesExport,
  taxReportExport,
  taxReportRouter,
} from './modules/insights/index.ts'
import {
  campaignsRouter,
  mailFunctionsRouter,
  mailSettingsRouter,
  mailsRouter,
  mailTemplatesRouter,
  marketingFunctionsRouter,
} from './modules/mail/index.ts'
import { notificationsRouter } from './modules/notifications/index.ts'
import {
  adminOrdersRouter,
  cartRouter,
  couponsRouter,
  customersRouter,
  forgetContact,
  ordersExport,
  ordersRouter,
} from './modules/orders/index.ts'
import { ownershipRouter } from './modules/ownership/index.ts'
import {
  cloverSettingsRouter,
  paymentFunctions,
  paymentMethodsRouter,
  paymentsRouter,
} from './modules/payments/index.ts'
import { redirectsRouter } from './modules/redirects/index.ts'
import { forgetReturns, returnsExport, returnsRouter } from './modules/returns/index.ts'
import { forgetReviewer, reviewsRouter, rpcRouter } from './modules/reviews/index.ts'
import { setupRouter, shopAddressRouter } from './modules/setup/index.ts'
import { shippingRouter } from './modules/shipping/index.ts'
import { taxRatesExport, taxRouter } from './modules/tax/index.ts'
import { visitsRouter } from './modules/visits/index.ts'
import { auditExport } from './platform/audit-log.ts'
import type { CsvExport } from './platform/csv.ts'

/** Table of contents of the API. */
export const router = {
  session: sessionRouter,
  auth: authRouter,
  account: accountRouter([
    forgetReturns,
    forgetReviewer,
    forgetSender,
    forgetStockRequests,
    forgetContact,
  ]),
  two_factor: twoFactorRouter,
  people: peopleRouter,
  api_keys: apiKeysRouter,
  webhooks: webhooksRouter,
  invitation: invitationRouter,
  products: { ...productsRouter, ...backInStockRouter },
  categories: categoriesRouter,
  attributes: attributesRouter,
  product_groups: productGroupsRouter,
  product_feed: productFeedRouter,
  reviews: reviewsRouter,
  rpc: rpcRouter,
  cart: cartRouter,
  site_settings: siteSettingsRouter,
  banner_content: bannerContentRouter,
  section_backgrounds: sectionBackgroundsRouter,
  shop_texts: shopTextsRouter,
  testimonials: testimonialsRouter,
  before_after: beforeAfterRouter,
  pages: pagesRouter,
  contact_messages: contactMessagesRouter,
  newsletter: newsletterRouter,
  canned_replies: cannedRepliesRouter,
  chat: chatRouter,
  chat_conversations: chatConversationsRouter,
  campaigns: campaignsRouter,
  mails: mailsRouter,
  mail_suppressions: mailSuppressionsRouter,
  mail_templates: mailTemplatesRouter,
  mail_settings: mailSettingsRouter,
  notifications: notificationsRouter,
  orders: { ...ordersRouter, ...adminOrdersRouter },
  customers: customersRouter,
  coupons: couponsRouter,
  shipping: shippingRouter,
  tax: { ...taxRouter, ...taxReportRouter },
  functions: {
    ...paymentFunctions,
    ...mailFunctionsRouter,
    ...marketingFunctionsRouter,
    ...chatFunctionsRouter,
  },
  clover_settings: cloverSettingsRouter,
  payment_methods: paymentMethodsRouter,
  payments: paymentsRouter,
  redirects: redirectsRouter,
  returns: returnsRouter,
  audit_log: auditLogRouter,
  insights: insightsRouter,
  visits: visitsRouter,
  backups: backupsRouter,
  backup_copies: backupCopiesRouter,
  restores: restoresRouter,
  ownership: ownershipRouter,
  setup: setupRouter,
  shop_address: shopAddressRouter,
}

/** Procedures that are answered by event streams, outside of oRPC. */
export const eventStreams = [...chatStreams, liveChanges]

/** The lists that can be downloaded: `/api/export/audit_log.csv`. */
export const csvExports: Record<string, CsvExport> = {
  audit_log: auditExport,
  sales: salesExport,
  orders: ordersExport,
  returns: returnsExport,
  products: productsExport,
  contact_messages: contactMessagesExport,
  marketing_consents: consentsExport,
  mail_suppressions: suppressionsExport,
  tax_rates: taxRatesExport,
  tax_report: taxReportExport,
}
