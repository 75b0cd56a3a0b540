import { account, auth, session, two_factor } from './accounts.ts'
import { adminOrders, customers } from './admin-orders.ts'
import { attributes } from './attributes.ts'
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
  pages,
  section_backgrounds,
  site_settings,
  testimonials,
} from './content.ts'
import { editCategories } from './edit-categories.ts'
import { editBanner, editSections } from './edit-home.ts'
import { editPages } from './edit-pages.ts'
import { editProducts } from './edit-products.ts'
import { editSettings } from './edit-settings.ts'
import { editBeforeAfter, editTestimonials } from './edit-stories.ts'
import { audit_log, insights, live } from './insights.ts'
import { mails } from './mail.ts'
import { mail_settings, mail_templates, mailFunctions } from './mail-studio.ts'
import { mail_suppressions } from './mail-suppressions.ts'
import { coupons, orders } from './orders.ts'
import { ownership } from './ownership.ts'
import { functions, payments } from './payments.ts'
import { reviews, rpc } from './reviews.ts'
import { setup } from './setup.ts'
import { shop_address } from './shop-address.ts'
import { shop_texts } from './shop-texts.ts'

/** Everything web and server say to each other. */
export const contract = {
  session,
  auth,
  account,
  two_factor,
  products: { ...products, ...editProducts },
  categories: { ...categories, ...editCategories },
  attributes,
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
  canned_replies,
  chat,
  chat_conversations,
  campaigns,
  mails,
  mail_templates,
  mail_settings,
  mail_suppressions,
  orders: { ...orders, ...adminOrders },
  customers,
  coupons,
  functions: {
    ...functions,
    ...cloverFunctions,
    ...mailFunctions,
    ...marketingFunctions,
    ...chatFunctions,
  },
  clover_settings,
  payments,
  audit_log,
  insights,
  live,
  backups,
  ownership,
  setup,
  shop_address,
}
