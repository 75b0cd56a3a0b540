import * as z from 'zod'
import { HEX_COLOUR } from './colours.ts'
import { refusals } from './errors.ts'
import { Email, Id, Link, Time } from './fields.ts'
import { cachedProcedure, publicProcedure } from './policy.ts'

export const SETTING_KEYS = [
  'facebook_url',
  'instagram_url',
  'twitter_url',
  'support_email',
  'site_title',
  'site_description',
  'contact_phone',
  'contact_address',
  'contact_city',
  'business_hours_sun_thu',
  'business_hours_friday',
  'business_hours_saturday',
  'opening_hours',
  'time_zone',
  'currency',
  'newsletter_invitation',
  'logo_url',
  'accent_colour',
  // Beyond the screen of site settings: what is counted of visitors, and by whom.
  'count_visits',
  'google_analytics_id',
  'meta_pixel_id',
] as const

export const SettingKeyName = z.enum(SETTING_KEYS)
export type SettingKey = z.infer<typeof SettingKeyName>

export const SiteSettings = z.partialRecord(SettingKeyName, z.string())
export type SiteSettings = z.infer<typeof SiteSettings>

/** `?keys=a,b` or `?keys=a&keys=b`. */
const SettingKeys = z
  .union([z.string().max(1000), z.array(z.string().max(100)).max(SETTING_KEYS.length)])
  .transform((keys) => (typeof keys === 'string' ? keys.split(',') : keys))
  .pipe(z.array(SettingKeyName))

export const SHAPES = ['wave', 'diagonal', 'curve', 'zigzag', 'none'] as const

export const Banner = z.object({
  title: z.string().max(200),
  subtitle: z.string().max(500),
  button_text: z.string().max(60),
  button_link: Link,
  background_image_url: z.string().max(500).nullable(),
  /** What stays in sight when the picture is cropped, in percent from the left and the top; null is the default. */
  focal_x: z.int().min(0).max(100).nullable(),
  focal_y: z.int().min(0).max(100).nullable(),
  banner_height: z.int().min(300).max(800),
  shape_type: z.enum(SHAPES),
})
export type Banner = z.infer<typeof Banner>

export const DEFAULT_BANNER: Banner = {
  title: 'Elevate Your Beauty Routine',
  subtitle: 'Discover premium skincare and beauty products curated for your glow',
  button_text: 'Shop Now',
  button_link: '#products',
  background_image_url: null,
  focal_x: null,
  focal_y: null,
  banner_height: 500,
  shape_type: 'wave',
}

export const SECTION_NAMES = ['banner', 'products', 'testimonials', 'before-after'] as const
export const BACKGROUND_PRESETS = [
  'white',
  'pink-products',
  'aloe-fresh',
  'warm-gold',
  'peach-glow',
  'rose-luxury',
] as const

const HexColour = z.string().regex(HEX_COLOUR)
const Opacity = z.int().min(10).max(100).multipleOf(10)

/** A custom background is stored as its parts; the web app turns them into CSS. */
export const Gradient = z.object({
  direction: z.enum(['to-t', 'to-tr', 'to-r', 'to-br', 'to-b', 'to-bl', 'to-l', 'to-tl']),
  start: z.object({ colour: HexColour, opacity: Opacity }),
  middle: z.object({ colour: HexColour, opacity: Opacity }),
  end: z.object({ colour: HexColour }),
})
export type Gradient = z.infer<typeof Gradient>

const Section = z.object({ section_name: z.enum(SECTION_NAMES), display_order: z.int() })

export const SectionBackground = z.discriminatedUnion('background_type', [
  Section.extend({
    background_type: z.literal('preset'),
    background_value: z.enum(BACKGROUND_PRESETS),
  }),
  Section.extend({ background_type: z.literal('custom'), background_value: Gradient }),
])
export type SectionBackground = z.infer<typeof SectionBackground>

export const Testimonial = z.object({
  id: Id,
  name: z.string(),
  text: z.string(),
  image_url: z.string().nullable(),
  rating: z.int().min(1).max(5),
  created_at: Time,
})
export type Testimonial = z.infer<typeof Testimonial>

export const BeforeAfter = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  created_at: Time,
})
export type BeforeAfter = z.infer<typeof BeforeAfter>

export const Page = z.object({ title: z.string(), slug: z.string(), content: z.string() })
export type Page = z.infer<typeof Page>

/** Text as it was written; only what PostgreSQL cannot hold is refused. */
const Words = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !text.includes('\0'), 'This text has a character that cannot be stored')

export const Given = (longest: number, missing = 'This field is required') =>
  Words(longest).refine((text) => text.trim() !== '', missing)

export const ContactMessage = z.object({
  name: Given(200),
  email: Email,
  phone: Words(50).nullable(),
  message: Given(5000),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const site_settings = {
  list: cachedProcedure
    .route({
      method: 'GET',
      path: '/site_settings',
      summary: 'Site settings: all, or those of `keys`',
    })
    .input(z.object({ keys: SettingKeys.optional() }).optional())
    .output(SiteSettings),
}

export const banner_content = {
  get: cachedProcedure
    .route({ method: 'GET', path: '/banner_content', summary: 'The home page banner' })
    .output(Banner),
}

export const section_backgrounds = {
  list: cachedProcedure
    .route({
      method: 'GET',
      path: '/section_backgrounds',
      summary: 'Home page sections with their backgrounds, in display order',
    })
    .output(z.array(SectionBackground)),
}

export const testimonials = {
  list: cachedProcedure
    .route({ method: 'GET', path: '/testimonials', summary: 'Testimonials, newest first' })
    .output(z.array(Testimonial)),
}

export const before_after = {
  list: cachedProcedure
    .route({ method: 'GET', path: '/before_after', summary: 'Before & After items, newest first' })
    .output(z.array(BeforeAfter)),
}

export const pages = {
  nav: cachedProcedure
    .route({ method: 'GET', path: '/pages', summary: 'Active pages shown in the navigation bar' })
    .output(z.array(Page.pick({ title: true, slug: true }))),
  get: cachedProcedure
    .route({ method: 'GET', path: '/pages/{slug}', summary: 'An active page' })
    .input(
      z.object({
        slug: z
          .string()
          .max(100)
          .regex(/^[a-z0-9-]+$/),
      }),
    )
    .errors(refusals('PAGE_NOT_FOUND'))
    .output(Page),
}

export const CONTACT_LIMIT = { calls: 5, per_seconds: 600 }

export const contact_messages = {
  create: publicProcedure
    .meta({ limit: CONTACT_LIMIT })
    .route({
      method: 'POST',
      path: '/contact_messages',
      successStatus: 201,
      summary: 'Write to the shop; the sender gets a ticket by mail',
    })
    .input(ContactMessage)
    .output(z.object({ id: Id })),
}

export const NEWSLETTER_LIMIT = { calls: 20, per_seconds: 3600 }

export const NewsletterSignUp = z.object({ email: Email })

export const newsletter = {
  sign_up: publicProcedure
    .meta({ limit: NEWSLETTER_LIMIT })
    .route({
      method: 'POST',
      path: '/newsletter',
      summary:
        'Ask for the newsletter; a link by mail confirms it. The answer is the same for every address',
    })
    .input(NewsletterSignUp)
    .errors(refusals('NO_NEWSLETTER'))
    .output(z.object({ state: z.literal('confirm') })),
}
