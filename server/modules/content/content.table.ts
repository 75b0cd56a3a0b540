import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CONTACT_STATUSES } from '#contract/contact-messages.ts'
import { BACKGROUND_PRESETS, SECTION_NAMES, SETTING_KEYS, SHAPES } from '#contract/content.ts'
import { TEXT_KEYS } from '#contract/shop-texts.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'

export const site_settings = pgTable(
  'site_settings',
  {
    id: id(),
    setting_key: text({ enum: SETTING_KEYS }).notNull().unique(),
    setting_value: text().notNull().default(''),
    description: text(),
    version: version(),
  },
  (t) => [
    check('site_settings_key_known', sql`${t.setting_key} in (${sql.raw(oneOf(SETTING_KEYS))})`),
  ],
)

/** The owner's words. A text without a row is the neutral one. */
export const shop_texts = pgTable(
  'shop_texts',
  {
    id: id(),
    text_key: text({ enum: TEXT_KEYS }).notNull().unique(),
    // The question of an answer.
    title: text(),
    text: text().notNull(),
    // False: it came with the demo, and nobody checked what it claims.
    is_own: boolean().notNull().default(true),
    version: version(),
  },
  (t) => [check('shop_texts_key_known', sql`${t.text_key} in (${sql.raw(oneOf(TEXT_KEYS))})`)],
)

export const testimonials = pgTable(
  'testimonials',
  {
    id: id(),
    name: text().notNull(),
    text: text().notNull(),
    image_url: text(),
    rating: integer().notNull().default(5),
    is_visible: boolean().notNull().default(true),
    // 0 until the owner sorts them: newest first.
    display_order: integer().notNull().default(0),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('testimonials_shown').on(t.display_order, t.created_at.desc().nullsFirst()),
    check('testimonials_rating_known', sql`${t.rating} between 1 and 5`),
  ],
)

export const before_after = pgTable(
  'before_after',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    image_url: text(),
    is_visible: boolean().notNull().default(true),
    display_order: integer().notNull().default(0),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index('before_after_shown').on(t.display_order, t.created_at.desc().nullsFirst())],
)

/** One row: `singleton` is its key and can only be true. */
export const banner_content = pgTable(
  'banner_content',
  {
    id: id(),
    singleton: boolean().notNull().default(true).unique(),
    title: text().notNull(),
    subtitle: text().notNull(),
    button_text: text().notNull(),
    button_link: text().notNull(),
    background_image_url: text(),
    focal_x: integer(),
    focal_y: integer(),
    banner_height: integer().notNull().default(500),
    shape_type: text({ enum: SHAPES }).notNull().default('wave'),
    version: version(),
  },
  (t) => [
    check('banner_content_one_row', sql`${t.singleton}`),
    check('banner_content_height', sql`${t.banner_height} between 300 and 800`),
    check('banner_content_shape_known', sql`${t.shape_type} in (${sql.raw(oneOf(SHAPES))})`),
  ],
)

export const section_backgrounds = pgTable(
  'section_backgrounds',
  {
    id: id(),
    section_name: text({ enum: SECTION_NAMES }).notNull().unique(),
    background_type: text({ enum: ['preset', 'custom'] }).notNull(),
    // A preset's name, or a gradient's parts as JSON.
    background_value: text().notNull(),
    display_order: integer().notNull(),
    version: version(),
  },
  (t) => [
    check(
      'section_backgrounds_name_known',
      sql`${t.section_name} in (${sql.raw(oneOf(SECTION_NAMES))})`,
    ),
    check(
      'section_backgrounds_value_known',
      sql`(${t.background_type} = 'preset' and ${t.background_value} in (${sql.raw(oneOf(BACKGROUND_PRESETS))})) or (${t.background_type} = 'custom' and is_json_object(${t.background_value}))`,
    ),
  ],
)

export const pages = pgTable(
  'pages',
  {
    id: id(),
    title: text().notNull(),
    slug: text().notNull().unique(),
    content: text().notNull(),
    is_active: boolean().notNull().default(true),
    show_in_nav: boolean().notNull().default(false),
    nav_order: integer().notNull().default(0),
    version: version(),
  },
  (t) => [
    index().on(t.nav_order),
    check('pages_title_given', sql`length(btrim(${t.title})) between 1 and 200`),
    check(
      'pages_slug_is_path',
      sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${t.slug}) <= 100`,
    ),
  ],
)

/** Earlier addresses of pages; they lead to the current one. */
export const page_redirects = pgTable(
  'page_redirects',
  {
    slug: text().primaryKey(),
    page_id: uuid()
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
  },
  (t) => [index().on(t.page_id)],
)

export const contact_messages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    message: text().notNull(),
    status: text({ enum: CONTACT_STATUSES }).notNull().default('new'),
    reply_count: integer().notNull().default(0),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
    // Begins with the ticket number of the sender's mail.
    search_text: text().generatedAlwaysAs(
      sql`lower('t-' || id::text || ' ' || name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || message)`,
    ),
  },
  (t) => [
    // Read in both directions by the list of the back office.
    index('contact_messages_newest').on(t.created_at, t.id),
    index('contact_messages_by_status').on(t.status, t.created_at, t.id),
    index('contact_messages_search').using('gin', sql`${t.search_text} gin_trgm_ops`),
    index('contact_messages_of_sender').on(sql`lower(${t.email})`),
    check(
      'contact_messages_status_known',
      sql`${t.status} in (${sql.raw(oneOf(CONTACT_STATUSES))})`,
    ),
  ],
)

/** What the staff answered by mail. */
export const contact_replies = pgTable(
  'contact_replies',
  {
    id: id(),
    message_id: uuid()
      .notNull()
      .references(() => contact_messages.id, { onDelete: 'cascade' }),
    author_name: text().notNull(),
    text: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.message_id, t.created_at)],
)
