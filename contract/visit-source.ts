/** Where a visit came from, as one line: "instagram / story / summer", "google.com", "direct". */
export const DIRECT = 'direct'
/** Sources that are too many to list, and those that seem to name a person. */
export const OTHER = 'other'

const SEPARATOR = ' / '
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'] as const
const LONGEST_PART = 40
export const LONGEST_SOURCE = CAMPAIGN.length * (LONGEST_PART + SEPARATOR.length)
/** An address, or a number that may stand for a person. */
const PERSONAL = /@|%40|\d{7}/

/** The addresses where a visit does not begin: who returns from the payment page has been here before. */
const PRIVATE =
  /^\/(admin|payment-success|checkout|order|my-orders|account|auth|invitation|first-owner|(forgot|reset)-password|(confirm|undo)-email)/

export const isCountedPath = (path: string) => !PRIVATE.test(path)

const PRODUCT = /^\/product\/([0-9a-f-]{36})(?:[?#]|$)/

/** The product whose page has this path. */
export const productOfPath = (path: string) => PRODUCT.exec(path)?.[1] ?? null

/** The host of an address, without `www.`. */
export const hostOf = (url: string) =>
  /^https?:\/\/(?:www\.)?([a-z0-9.-]{1,80}(?::\d+)?)/i.exec(url)?.[1]?.toLowerCase() ?? null

/** From the search of the first page and the page that led to it. */
export function sourceOf(search: string, referrer: string): string {
  if (search.includes('utm_source=')) {
    const given = new URLSearchParams(search)
    const parts = CAMPAIGN.map((name) => cleanPart(given.get(name) ?? ''))
    if (parts[0]) return parts.filter(Boolean).join(SEPARATOR)
  }
  return hostOf(referrer)?.slice(0, LONGEST_PART) ?? DIRECT
}

/** What a browser sent as its source, in the form that `sourceOf` makes. */
export const cleanSource = (source: string) =>
  source.split(SEPARATOR, CAMPAIGN.length).map(cleanPart).filter(Boolean).join(SEPARATOR) || DIRECT

function cleanPart(part: string) {
  if (PERSONAL.test(part)) return OTHER
  const words = part.toLowerCase().replaceAll(/[^\p{L}\p{N}.:_+-]+/gu, ' ')
  return words.slice(0, LONGEST_PART).trim()
}

/** Where browsers report what visitors do; the rest of the address says what. */
export const SEEN_PATH = '/seen'

/** What a browser reports: a product was shown, added to the cart, the checkout was begun. */
export const SEEN_STEPS = ['view', 'cart', 'checkout'] as const
export type SeenStep = (typeof SEEN_STEPS)[number]
