import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { DEFAULT_BANNER } from '#contract/content.ts'
import { openingLines } from '#contract/opening-hours.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { pages } from './content.table.ts'
import { readBanner } from './home.ts'
import { readSettings } from './settings.ts'

/** What the demo shop is called and where it is; also demo/content.json. */
export const DEMO_IDENTITY = {
  site_title: 'Petal & Dew',
  support_email: 'care@petalanddew.example.com',
  contact_phone: '(518) 555-0142',
  contact_address: '118 Orchard Lane',
  contact_city: 'Hudson, NY 12534',
} as const

type IdentityKey = keyof typeof DEMO_IDENTITY

/** What makes the shop the owner's own: '' where the demo's value stands, or none. */
export async function readOwnIdentity(db: Db) {
  const settings = await readSettings({ db })
  const own = (key: IdentityKey) => {
    const value = settings[key]?.trim() ?? ''
    return value === DEMO_IDENTITY[key] ? '' : value
  }
  return {
    name: own('site_title'),
    email: own('support_email'),
    phone: own('contact_phone'),
    address: own('contact_address'),
    city: own('contact_city'),
    logo: settings.logo_url ?? '',
    accent_colour: settings.accent_colour ?? '',
  }
}

/** When the shop is open: `own` is '' while it is what every shop starts with, `shown` is what visitors read. */
export async function readOwnHours(db: Db) {
  const settings = await readSettings({ db })
  const shown = openingLines(settings)
    .map(({ days, hours }) => `${days} ${hours}`)
    .join(', ')
  const isOwn = openingLines(settings).some(
    ({ hours }) => hours !== '' && !SHIPPED_HOURS.has(hours),
  )
  return { own: isOwn ? shown : '', shown, time_zone: settings.time_zone ?? '' }
}

const SHIPPED_HOURS = new Set(['9:00 AM - 6:00 PM', '9:00 AM - 2:00 PM', 'Closed'])

/** The banner's title; `own` is '' while it is the one that every shop starts with. */
export async function readOwnBanner(context: AppContext) {
  const { title } = await readBanner(context)
  return { own: title === DEFAULT_BANNER.title ? '' : title, shown: title }
}

/** Every shop needs these, and what they say is the owner's promise, not ours. */
export const POLICY_SLUGS = [
  'privacy-policy',
  'terms-of-service',
  'shipping-policy',
  'returns-policy',
] as const

export const hashOfText = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Hashes of the texts that new shops and the demo start with; identity.test.ts compares them. */
const SHIPPED_TEXTS = new Set([
  'YpmXPY0r65mK81ww',
  'uksdcDltGcbx7QxV',
  'nqTRaYMRFRgAAtrc',
  '-j_75bLqdpvy7Ezn',
  'I2QBgpVEZ_1NCMqM',
  'aUu9JaBmQjr1IyhB',
  'HmW1yffJ3asfHMwj',
  'jawnMTmrLS3F9M-d',
])

/** The policies with their texts' hashes. `page` is null when the owner deleted it or switched it off. */
export async function readPolicies(db: Db) {
  const found = await db
    .select()
    .from(pages)
    .where(inArray(pages.slug, [...POLICY_SLUGS]))
  return POLICY_SLUGS.map((slug) => {
    const page = found.find((one) => one.slug === slug && one.is_active)
    const content_hash = hashOfText(page?.content ?? '')
    return {
      slug,
      page: page ? { id: page.id, title: page.title } : null,
      content_hash,
      is_adapted: page !== undefined && !SHIPPED_TEXTS.has(content_hash),
    }
  })
}
