import { account, auth, session, two_factor } from './accounts.ts'
import { adminOrders, customers } from './admin-orders.ts'
import { api_keys } from './api-keys.ts'
import { attributes } from './attributes.ts'
import { backup_copies } from './backup-copies.ts'
import { backups } from './backups.ts'
import { campaigns, marketingFunctions } from './campaigns.ts'
import { canned_replies } from './canned-replies.ts'
import { cart } from './cart.ts'
import { categories, products } from './catalog.ts'
import { chat, chatFunctions } from './chat.ts'
import { chat_conversations } from './chat-desk.ts'
import { clover_settings, cloverFunctions } from './clover-settings.ts'
import { adminContactMessages } from './contact-messages.ts'
import {
  banner_content,
  before_after,
  contact_messages,
  newsletter,
  pages,
  section_backgrounds,
  site_settings,
  testimonials,
} from './content.ts'
import { coupons } from './coupons.ts'
import { customerImport } from './customer-import.ts'
import { editCategories } from './edit-categories.ts'
import { editBanner, editSections } from './edit-home.ts'
import { editPages } from './edit-pages.ts'
import { payment_methods } from './edit-payment-methods.ts'
import { productGroups } from './edit-product-groups.ts'
import { editProducts } from './edit-products.ts'
import { editSettings } from './edit-settings.ts'
import { editBeforeAfter, editTestimonials } from './edit-stories.ts'
import { audit_log, insights, live } from './insights.ts'
import { mails } from './mail.ts'
import { mail_settings, mail_templates, mailFunctions } from './mail-studio.ts'
import { mail_suppressions } from './mail-suppressions.ts'
import { movingIn } from './moving-in.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { ordersByHand } from './orders-by-hand.ts'
import { ownership } from './ownership.ts'
import { packing } from './packing.ts'
import { functions, payments } from './payments.ts'
import { invitation, people } from './people.ts'
import { product_feed } from './product-feed.ts'
import { redirects } from './redirects.ts'
import { restores } from './restores.ts'
import { returns } from './returns.ts'
import { reviews, rpc } from './reviews.ts'
import { setup } from './setup.ts'
import { shipping } from './shipping.ts'
import { shop_address } from './shop-address.ts'
import { shop_texts } from './shop-texts.ts'
import { tax } from './tax.ts'
import { visits } from './visits.ts'
import { webhooks } from './webhooks.ts'

/** Everything web and server say to each other. */
export const contract = {
  session,
  auth,
  account,
  two_factor,
  people,
  api_keys,
  webhooks,
  invitation,
  products: { ...products, ...editProducts, ...movingIn },
  categories: { ...categories, ...editCategories },
  attributes,
  product_groups: productGroups,
  product_feed,
  reviews,
  rpc,
  cart,
  site_settings: { ...site_settings, ...editSettings },
  banner_content: { ...banner_content, ...editBanner },
  section_backgrounds: { ...section_backgrounds, ...editSections },
  testimonials: { ...testimonials, ...editTestimonials },
  before_after: { ...before_after, ...editBeforeAfter },
  pages: { ...pages, ...editPages },
  shop_texts,
  contact_messages: { ...contact_messages, ...adminContactMessages },
  newsletter,
  canned_replies,
  chat,
  chat_conversations,
  campaigns,
  mails,
  mail_templates,
  mail_settings,
  mail_suppressions,
  notifications,
  orders: { ...orders, ...adminOrders, ...packing, ...ordersByHand },
  customers: { ...customers, ...customerImport },
  coupons,
  shipping,
  tax,
  functions: {
    ...functions,
    ...cloverFunctions,
    ...mailFunctions,
    ...marketingFunctions,
    ...chatFunctions,
  },
  clover_settings,
  payment_methods,
  payments,
  redirects,
  returns,
  audit_log,
  insights,
  visits,
  live,
  backups,
  backup_copies,
  restores,
  ownership,
  setup,
  shop_address,
}
