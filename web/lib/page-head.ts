/** What every page knows of the shop; the root route loads it. */
export type ShopFacts = { origin: string; site_title: string; site_description: string }

export const absoluteUrl = ({ origin }: Pick<ShopFacts, 'origin'>, address: string): string =>
  /^https?:/i.test(address) ? address : origin + address

/** Something in the words of schema.org. */
export type SchemaThing = { [property: string]: SchemaValue }
type SchemaValue = string | number | boolean | SchemaThing | SchemaValue[]

type Matches = readonly { routeId: string; pathname: string; loaderData?: unknown }[]

export type PageMore = {
  /** What belongs to the address besides its path, such as `?page=2`. */
  search?: string
  /** Shown where the page is shared. */
  picture?: string | null
  kind?: 'website' | 'product'
  /** For a page that says nothing of its own, such as the result of a search. */
  noindex?: boolean
  /** The title as it stands, for the page that is the shop itself. */
  title?: string
  /** What the page is about, in the words of schema.org. */
  data?: (shop: ShopFacts) => SchemaThing[]
}

const FALLBACK_TITLE = 'Petal & Dew'

/** Of no use to anybody who comes from a search engine. */
const PRIVATE = /^\/(cart|checkout|auth|account|my-orders|order|payment-success|admin)(\/|$)/

/** The head of a page: its name before the shop's, its one true address, and how it looks when shared. */
export function pageHead(
  matches: Matches,
  name: string,
  description?: string,
  more: PageMore = {},
) {
  const shop = shopFacts(matches)
  const pathname = matches.at(-1)?.pathname ?? '/'
  const title = more.title ?? `${name} · ${shop.site_title || FALLBACK_TITLE}`
  const url = absoluteUrl(shop, pathname + (more.search ?? ''))
  const hidden = more.noindex || PRIVATE.test(pathname)
  return {
    meta: [
      { title },
      ...(description ? [{ name: 'description', content: excerpt(description) }] : []),
      ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...sharing(shop, { title, url, description: description || shop.site_description, ...more }),
    ],
    links: hidden ? [] : [{ rel: 'canonical', href: url }],
    scripts: (more.data?.(shop) ?? []).map(dataScript),
  }
}

function shopFacts(matches: Matches): ShopFacts {
  const root = matches.find((match) => match.routeId === '__root__')
  return (root?.loaderData ?? { origin: '', site_title: '', site_description: '' }) as ShopFacts
}

/** A name with `</script>` in it must not end the script. */
const dataScript = (thing: SchemaThing) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll(
    '<',
    '\\u003c',
  ),
})

type Shared = Pick<PageMore, 'picture' | 'kind'> & {
  title: string
  url: string
  description: string
}

/** Open Graph, which messengers and networks read. */
function sharing(shop: ShopFacts, { title, url, description, picture, kind }: Shared) {
  const tags = {
    'og:site_name': shop.site_title,
    'og:type': kind ?? 'website',
    'og:title': title,
    'og:description': excerpt(description),
    'og:url': url,
    'og:image': picture && absoluteUrl(shop, picture),
  }
  const card = picture ? 'summary_large_image' : 'summary'
  return [
    ...Object.entries(tags).flatMap(([property, content]) =>
      content ? [{ property, content }] : [],
    ),
    { name: 'twitter:card', content: card },
  ]
}

const LONGEST_DESCRIPTION = 200

/** Up to the last whole word. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_DESCRIPTION) return line
  return `${line.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}
