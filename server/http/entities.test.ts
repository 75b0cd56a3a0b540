import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AudiencePage } from '#contract/audience.ts'
import { Product, ProductSummary } from '#contract/catalog.ts'
import { ChatState } from '#contract/chat.ts'
import { ChatConversation } from '#contract/chat-desk.ts'
import { CONVERSATION_STATUSES, SENDER_TYPES } from '#contract/chat-messages.ts'
import { CONTACT_STATUSES } from '#contract/contact-messages.ts'
import { BACKGROUND_PRESETS, SECTION_NAMES, SETTING_KEYS, SHAPES } from '#contract/content.ts'
import { AdminProduct } from '#contract/edit-products.ts'
import { contract } from '#contract/index.ts'
import { TEMPLATE_CATEGORIES } from '#contract/mail-studio.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { ShippingAddress } from '#contract/orders.ts'
import { ROLES } from '#contract/rights.ts'
import { givenDatabase } from '../testing/database.ts'
import { givenCoupon } from '../testing/order-factories.ts'

const { db } = await givenDatabase()

/** Each table's specified fields, with their types; a question mark: may be null. */
const ENTITIES = {
  products: `id uuid, name text, description text, price numeric, cost_price numeric?, original_price numeric?,
    image_url text?, images ARRAY, category text?, stock integer, featured boolean, created_at time`,
  reviews: `id uuid, product_id uuid, user_id uuid?, rating integer, title text, comment text, reviewer_name text?,
    verified_purchase boolean, media_url text?, created_at time`,
  profiles: 'id uuid, full_name text, email text',
  categories: 'id uuid, name text, description text?, display_order integer, is_active boolean',
  coupons: `id uuid, code text, discount_percentage integer?, discount_amount numeric?, valid_from time,
    valid_until time, active boolean, max_uses integer?, current_uses integer, created_at time`,
  orders: `id uuid, user_id uuid?, guest_email text?, total numeric, subtotal numeric, discount numeric,
    coupon_code text?, status text, payment_id text?, shipping_address jsonb?, created_at time`,
  order_items: `id uuid, order_id uuid, product_id uuid, quantity integer, price numeric, name text,
    image_url text?`,
  user_roles: 'user_id uuid, role text',
  clover_settings: `merchant_id text, merchant_name text, private_token text, is_active boolean,
    encrypted boolean`,
  site_settings: 'id uuid, setting_key text, setting_value text, description text?',
  testimonials: `id uuid, name text, text text, image_url text?, rating integer, created_at time`,
  before_after: 'id uuid, title text, description text, image_url text?, created_at time',
  banner_content: `id uuid, title text, subtitle text, button_text text, button_link text,
    background_image_url text?, banner_height integer, shape_type text`,
  section_backgrounds: `id uuid, section_name text, background_type text, background_value text,
    display_order integer`,
  pages: `id uuid, title text, slug text, content text, is_active boolean, show_in_nav boolean,
    nav_order integer`,
  contact_messages: `id uuid, name text, email text, phone text?, message text, status text,
    created_at time`,
  chat_conversations: `id uuid, customer_name text, customer_email text, status text, created_at time,
    updated_at time`,
  chat_messages: `id uuid, conversation_id uuid, sender_type text, sender_name text, message text,
    created_at time`,
}

// Shows S3.1, S3.4, S3.5, S3.6, S3.7, S3.8, S3.9, S3.10, S3.11, S3.12, S3.13, S3.14, S3.15, S3.16, S3.17, S3.18, S3.19
// Shows S3.20, B3.1, B3.2, B3.3, B3.4, B3.5, B3.6, B3.7, B3.8, B3.10, B3.11, B3.12, B3.13, B3.14, B3.15, B3.16, B3.17
// Shows B3.18
test.each(Object.entries(ENTITIES))('%s has its specified fields', async (table, fields) => {
  const { rows } = await db.execute<{ name: string; type: string; nullable: string }>(sql`
    select column_name as name, data_type as type, is_nullable as nullable
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`)
  const columns = rows.map(({ name, type, nullable }) => {
    const short = type.startsWith('timestamp') ? 'time' : type
    return `${name} ${short}${nullable === 'YES' ? '?' : ''}`
  })
  expect(columns).toEqual(expect.arrayContaining(fields.split(/,\s+/)))
})

// Shows S3.4, B3.10
test('a review, and a testimonial, has one to five stars', async () => {
  const { rows } = await db.execute<{ rule: string }>(sql`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'c' and conrelid in ('reviews'::regclass, 'testimonials'::regclass)`)
  const stars = rows.filter(({ rule }) => rule.includes('(rating >= 1) AND (rating <= 5)'))
  expect(stars).toHaveLength(2)
})

// Shows S3.8, S3.10, S3.12, S3.15, S3.16, S3.19, S3.20, S4.8, B3.3, B3.8, B3.11, B3.14, B3.15, B3.16, B3.18, B4.1, B4.6
// Shows B9.15
test('named values are those of the specification', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'shipped', 'completed', 'cancelled'])
  expect(ROLES).toContain('admin')
  expect(SHAPES).toEqual(['wave', 'diagonal', 'curve', 'zigzag', 'none'])
  expect(SECTION_NAMES).toEqual(['banner', 'products', 'testimonials', 'before-after'])
  expect(BACKGROUND_PRESETS).toEqual([
    ...['white', 'pink-products', 'aloe-fresh', 'warm-gold', 'peach-glow', 'rose-luxury'],
  ])
  expect(CONTACT_STATUSES).toEqual(['new', 'replied', 'closed'])
  expect(CONVERSATION_STATUSES).toEqual(['open', 'closed'])
  expect([...SENDER_TYPES].sort()).toEqual(['admin', 'customer'])
  expect(SETTING_KEYS).toEqual(
    expect.arrayContaining([
      ...['facebook_url', 'instagram_url', 'twitter_url', 'support_email', 'site_title'],
      ...['site_description', 'contact_phone', 'contact_address', 'contact_city'],
      ...['business_hours_sun_thu', 'business_hours_friday', 'business_hours_saturday'],
    ]),
  )
  expect(Object.keys(ShippingAddress.shape)).toEqual([
    ...['fullName', 'email', 'address', 'city', 'state', 'zipCode', 'country'],
  ])
})

// Shows S3.7, B3.6
test('a coupon is stored in capitals, with one discount, and may have no limit', async () => {
  const code = `lower-${crypto.randomUUID().slice(0, 8)}`
  await expect(givenCoupon(db, { code })).rejects.toThrow()
  await expect(givenCoupon(db, { discount_percentage: 5, discount_amount: 5 })).rejects.toThrow()
  expect(await givenCoupon(db)).toMatchObject({ max_uses: null, current_uses: 0 })
})

// Shows S3.1, B3.1
test('the cost price of a product is known to admins alone', () => {
  expect(AdminProduct.shape).toHaveProperty('cost_price')
  for (const { shape } of [Product, ProductSummary]) expect(shape).not.toHaveProperty('cost_price')
})

// Shows S3.19, B3.17
test('who types and who is there is part of a conversation, without a column', () => {
  const { agent_typing, agent_online } = ChatState.shape
  const { customer_online, customer_typing } = ChatConversation.shape
  for (const field of [agent_typing, agent_online, customer_online, customer_typing]) {
    expect(field.safeParse(true).success).toBe(true)
  }
})

// Shows B3.9, B3.19
test('a recipient and a mail template have their specified fields', () => {
  const recipient = AudiencePage.shape.items.element.shape
  expect(Object.keys(recipient)).toEqual(expect.arrayContaining(['email', 'name', 'type']))
  expect(recipient.type.options.toSorted()).toEqual(['guest', 'user'])
  const { outputSchema } = contract.mail_templates.list['~orpc']
  const fields = Object.keys(outputSchema?.element.shape ?? {})
  expect(fields).toEqual(
    expect.arrayContaining(['id', 'name', 'description', 'category', 'variables']),
  )
  expect(TEMPLATE_CATEGORIES).toEqual(['transactional', 'marketing', 'post-purchase', 'service'])
})
