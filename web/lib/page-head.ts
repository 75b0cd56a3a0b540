type Matches = readonly { routeId: string; loaderData?: unknown }[]

const FALLBACK_TITLE = 'Petal & Dew'

/** The head of a page: its name before the shop's. */
export function pageHead(matches: Matches, name: string, description?: string) {
  const root = matches.find((match) => match.routeId === '__root__')
  const shop = (root?.loaderData as { site_title?: string } | undefined)?.site_title
  return {
    meta: [
      { title: `${name} · ${shop || FALLBACK_TITLE}` },
      ...(description ? [{ name: 'description', content: description }] : []),
    ],
  }
}
