import {
  accountRouter,
  accountsPart,
  authRouter,
  profileOf,
  sessionRouter,
  twoFactorRouter,
} from './modules/accounts/index.ts'
import { backupState, backupsRouter } from './modules/backups/index.ts'
import {
  attributesRouter,
  backInStockRouter,
  catalogPart,
  categoriesRouter,
  forgetStockRequests,
  listSampleProducts,
  productsExport,
  productsRouter,
  readProduct,
  personalDataOf as stockRequestsOf,
} from './modules/catalog/index.ts'
import {
  cannedRepliesRouter,
  chatConversationsRouter,
  chatFunctionsRouter,
  chatPart,
  chatRouter,
  chatStreams,
  personalDataOf as chatsOf,
  countUnreadChats,
} from './modules/chat/index.ts'
import {
  consentsExport,
  mailSuppressionsRouter,
  suppressionsExport,
} from './modules/consent/index.ts'
import {
  bannerContentRouter,
  beforeAfterRouter,
  contactMessagesExport,
  personalDataOf as contactMessagesOf,
  contactMessagesRouter,
  contentPart,
  countNewContactMessages,
  forgetSender,
  pagesRouter,
  readSeller,
  readSettings,
  readShopSettings,
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
} from './modules/insights/index.ts'
import {
  campaignsRouter,
  countCampaignsToDecide,
  hasMailServer,
  mailFunctionsRouter,
  mailPart,
  mailSettingsRouter,
  statusesOf as mailStatusesOf,
  personalDataOf as mailsOf,
  mailsRouter,
  mailTemplatesRouter,
  marketingFunctionsRouter,
  readMailSetup,
  senderOf,
} from './modules/mail/index.ts'
import {
  adminOrdersRouter,
  cartRouter,
  couponsRouter,
  customersRouter,
  findCoupon,
  ordersExport,
  personalDataOf as ordersOf,
  ordersPart,
  ordersRouter,
  peopleAt,
  peopleMatching,
  salesOfCampaign,
  savedCartOf,
} from './modules/orders/index.ts'
import { ownershipRouter } from './modules/ownership/index.ts'
import {
  cloverSettingsRouter,
  countAttention,
  ordersNeedingAttention,
  paymentFunctions,
  paymentState,
  personalDataOf as paymentsOf,
  paymentsPart,
  paymentsRouter,
  refundsByDay,
} from './modules/payments/index.ts'
import {
  countUnansweredReviews,
  forgetReviewer,
  personalDataOf as reviewsOf,
  reviewsPart,
  reviewsRouter,
  votesOf as reviewVotesOf,
  rpcRouter,
} from './modules/reviews/index.ts'
import { setupRouter, shopAddressRouter } from './modules/setup/index.ts'
import { auditExport, auditOf } from './platform/audit-log.ts'
import type { CsvExport } from './platform/csv.ts'
import type { Db } from './platform/database.ts'
import { errors } from './platform/errors.ts'
import type { AppContext, DataSubject, RequestContext } from './platform/rpc.ts'

/** What each module stores about a person. A module that stores more adds itself here. */
const personalData = {
  orders: ordersOf,
  payments: paymentsOf,
  reviews: reviewsOf,
  review_votes: reviewVotesOf,
  chats: chatsOf,
  contact_messages: contactMessagesOf,
  mails: mailsOf,
  back_in_stock_requests: stockRequestsOf,
  saved_carts: savedCartOf,
  admin_changes: (db: Db, { user_id }: DataSubject) => auditOf(db, user_id),
}

/** What the mail module shows of others. */
const mailSources = (context: AppContext) => ({
  shopSettings: async () => ({
    ...(await readShopSettings(context)),
    url: context.config.publicUrl,
  }),
  sampleProducts: listSampleProducts,
})

/** Whom a campaign is for, what it shows and what it sold. */
const campaignSources = {
  peopleAt,
  peopleMatching,
  couponOf: findCoupon,
  productOf: async (db: Db, id: string) => {
    const product = await readProduct(db, id)
    if (!product) throw errors.PRODUCT_NEEDED()
    return product
  },
  salesOf: salesOfCampaign,
  shopSettings: (context: AppContext) => mailSources(context).shopSettings(),
}

/** What the set-up guide asks of the mail module. */
async function mailSetup(context: AppContext) {
  const { mailFrom, ...found } = await readMailSetup(context)
  const shop = await mailSources(context).shopSettings()
  return { ...found, sender: senderOf(mailFrom, shop).address }
}

async function accountEmail(context: RequestContext) {
  const session = await context.session()
  if (!session) return undefined
  const { email, email_verified } = await profileOf(context.db, session.profile.id)
  return { email, is_confirmed: email_verified }
}

/** What is removed when the demo becomes an own shop: what names others goes before them. */
const demoParts = [
  paymentsPart,
  ordersPart,
  reviewsPart,
  chatPart,
  mailPart,
  contentPart,
  catalogPart,
  accountsPart,
]

/** Table of contents of the API. */
export const router = {
  session: sessionRouter,
  auth: authRouter,
  account: accountRouter({
    personalData,
    forget: [forgetReviewer, forgetSender, forgetStockRequests],
  }),
  two_factor: twoFactorRouter,
  products: { ...productsRouter, ...backInStockRouter(accountEmail) },
  categories: categoriesRouter,
  attributes: attributesRouter,
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
  contact_messages: contactMessagesRouter(mailStatusesOf),
  canned_replies: cannedRepliesRouter,
  chat: chatRouter(readSettings),
  chat_conversations: chatConversationsRouter,
  campaigns: campaignsRouter(campaignSources),
  mails: mailsRouter(mailSources),
  mail_suppressions: mailSuppressionsRouter,
  mail_templates: mailTemplatesRouter(mailSources),
  mail_settings: mailSettingsRouter(mailSources),
  orders: {
    ...ordersRouter(readSeller),
    ...adminOrdersRouter({ seller: readSeller, attention: ordersNeedingAttention }),
  },
  customers: customersRouter({ reviewsOf, messagesOf: contactMessagesOf, chatsOf }),
  coupons: couponsRouter,
  functions: {
    ...paymentFunctions,
    ...mailFunctionsRouter(mailSources),
    ...marketingFunctionsRouter(campaignSources),
    ...chatFunctionsRouter(readSettings),
  },
  clover_settings: cloverSettingsRouter,
  payments: paymentsRouter,
  audit_log: auditLogRouter,
  insights: insightsRouter({
    paymentsAttention: countAttention,
    newContactMessages: countNewContactMessages,
    unansweredReviews: countUnansweredReviews,
    hasMailServer,
    unreadChats: countUnreadChats,
    campaignsToDecide: countCampaignsToDecide,
    paymentState,
    backupState,
    refundsByDay,
  }),
  backups: backupsRouter,
  ownership: ownershipRouter(demoParts),
  setup: setupRouter(mailSetup),
  shop_address: shopAddressRouter,
}

/** Procedures that are answered by event streams, outside of oRPC. */
export const eventStreams = [...chatStreams, liveChanges]

/** The lists that can be downloaded: `/api/export/audit_log.csv`. */
export const csvExports: Record<string, CsvExport> = {
  audit_log: auditExport,
  sales: salesExport(refundsByDay),
  orders: ordersExport(ordersNeedingAttention),
  products: productsExport,
  contact_messages: contactMessagesExport,
  marketing_consents: consentsExport,
  mail_suppressions: suppressionsExport,
}
