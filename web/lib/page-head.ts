import type { Currency } from '#contract/money.ts'

/** Loaded by the root route. */
export type SiteInfo = {
  origin: string
  site_title: string
  site_description: string
  currency: Currency
}

export const absoluteUrl = ({ origin }: Pick<SiteInfo, 'origin'>, address: string): string =>
  /^https?:/i.test(address) ? address : origin + address

/** A schema.org object. */
export type SchemaThing = { [property: string]: SchemaValue }
type SchemaValue = string | number | boolean | SchemaThing | SchemaValue[]

type Matches = readonly { routeId: string; pathname: string; loaderData?: unknown }[]

export type HeadOptions = {
  /** The part of the canonical address after its path, such as `?page=2`. */
  search?: string
  /** The image of link previews. */
  picture?: string | null
  kind?: 'website' | 'product'
  noindex?: boolean
  /** The whole title, without the site's name after it. */
  title?: string
  /** Structured data (JSON-LD). */
  data?: (site: SiteInfo) => SchemaThing[]
}

const FALLBACK_TITLE = 'Petal & Dew'

const NOINDEX_PATHS =
  /^\/(cart|checkout|auth|first-owner|invitation|account|my-orders|order|payment-success|admin)(\/|$)/

/** Title, canonical address, Open Graph tags and structured data of a page. */
export function pageHead(
  matches: Matches,
  name: string,
  description?: string,
  options: HeadOptions = {},
) {
  const site = siteInfo(matches)
  const pathname = matches.at(-1)?.pathname ?? '/'
  const title = options.title ?? `${name} · ${site.site_title || FALLBACK_TITLE}`
  const url = absoluteUrl(site, pathname + (options.search ?? ''))
  const hidden = options.noindex || NOINDEX_PATHS.test(pathname)
  return {
    meta: [
      { title },
      ...(description ? [{ name: 'description', content: excerpt(description) }] : []),
      ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...openGraph(site, {
        title,
        url,
        description: description || site.site_description,
        ...options,
      }),
    ],
    links: hidden ? [] : [{ rel: 'canonical', href: url }],
    scripts: (options.data?.(site) ?? []).map(dataScript),
  }
}

/** The head of a route whose name is always the same. */
export const headWithTitle =
  (name: string, description?: string) =>
  ({ matches }: { matches: Matches }) =>
    pageHead(matches, name, description)

export const notFoundHead = (matches: Matches) =>
  pageHead(matches, 'Page not found', undefined, { noindex: true })

function siteInfo(matches: Matches): SiteInfo {
  const root = matches.find((match) => match.routeId === '__root__')
  return (root?.loaderData ?? { origin: '', site_title: '', site_description: '' }) as SiteInfo
}

/** A name with `</script>` in it must not end the script. */
const dataScript = (thing: SchemaThing) => ({
  type: 'application/ld+json',
  children: JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll(
    '<',
    '\\u003c',
  ),
})

type Preview = Pick<HeadOptions, 'picture' | 'kind'> & {
  title: string
  url: string
  description: string
}

function openGraph(site: SiteInfo, { title, url, description, picture, kind }: Preview) {
  const tags = {
    'og:site_name': site.site_title,
    'og:type': kind ?? 'website',
    'og:title': title,
    'og:description': excerpt(description),
    'og:url': url,
    'og:image': picture && absoluteUrl(site, picture),
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

/** Cut after the last whole word. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_DESCRIPTION) return line
  return `${line.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}
