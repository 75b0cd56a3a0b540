import { createMemoryHistory } from '@tanstack/react-router'
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
import { lowerCaseIds } from '#contract/ids.ts'
import { type ClientManifest, entryAssets, routeAssets } from './build/client-manifest.ts'
import { unmarkScripts } from './build/inline-scripts.ts'
import { type ApiClient, api as noApi } from './lib/api.ts'
import { hasErrorCode } from './lib/errors.ts'
import { createInProcessApi } from './lib/in-process-api.ts'
import { createAppRouter } from './router.tsx'

type PageRequest = { url: string; origin: string }
type RenderedPage = {
  status: number
  headers: Record<string, string>
  html: string
  /** What the renderer itself put into the page: nothing else may run. */
  inlineScripts: string[]
  /** False if an API call failed meanwhile: parts of the page may be missing. */
  isComplete: boolean
  /** True if one failed because the shop's database was away. */
  isUnavailable: boolean
}

type RendererOptions = {
  /** The API's router, called in process. */
  api: ApiClient
  /** Vite's manifest of the browser build. */
  manifest: ClientManifest
  /** Called for every API call that failed during a render; the page itself does not show the reason. */
  onFailure?: (error: unknown) => void
}

/** Renders any address of the shop. The result depends on the address and the shop's data, never on who asks. */
export function createRenderer({ api, onFailure = console.error, ...options }: RendererOptions) {
  const manifest = routerManifest(options.manifest)

  async function render({ url, origin }: PageRequest): Promise<RenderedPage> {
    let isComplete = true
    let isUnavailable = false
    const ownApi = createInProcessApi(api, (error) => {
      isComplete = false
      isUnavailable ||= hasErrorCode(error, 'UNAVAILABLE')
      onFailure(error)
    })
    const router = createAppRouter({ api: ownApi, origin })
    const mark = crypto.randomUUID()
    router.update({ ...router.options, ssr: { nonce: mark } })
    attachRouterServerSsrUtils({ router, manifest })
    try {
      const { url: address } = getNormalizedURL(url, origin)
      const href = address.href.slice(address.origin.length)
      const history = createMemoryHistory({ initialEntries: [href] })
      router.update({ ...router.options, history, origin })
      await router.load()
      const result = router._serverResult
      if (result?.type === 'redirect') return redirectTo(result.redirect)
      // Time stamps would give the same page other bytes in every process.
      for (const match of router.stores.matches.get()) match.updatedAt = 0
      await router.serverSsr?.dehydrate()
      const rendered = renderToString(<RouterServer router={router} />)
      const { html, scripts } = unmarkScripts(
        await transformHtmlStringWithRouter(router, rendered),
        mark,
      )
      return {
        status: getSsrStatus(router),
        headers: { 'content-type': 'text/html; charset=utf-8' },
        html,
        inlineScripts: scripts,
        isComplete,
        isUnavailable,
      }
    } finally {
      router.serverSsr?.cleanup()
    }
  }

  return { render, cacheKey: createCacheKeys(), listsProducts: createListMatcher() }
}

const redirectTo = ({ status, headers }: Response): RenderedPage => ({
  status,
  headers: Object.fromEntries(headers),
  html: '',
  inlineScripts: [],
  isComplete: true,
  isUnavailable: false,
})

/** A router that is asked which routes there are, and never loads one. */
const routesOnly = () => createAppRouter({ api: noApi, origin: '' })

/**
 * The address in one spelling: ids in lower case and, sorted, the search parameters that its routes read. Every
 * other parameter (`utm_source`, `gclid`, …) changes nothing on the page.
 */
function createCacheKeys() {
  const router = routesOnly()
  const { parseSearch, stringifySearch } = router.options
  return (url: string): string => {
    const [path = '/', search = ''] = url.split('?', 2)
    const pathname = lowerCaseIds(path)
    if (search === '') return pathname
    const given = parseSearch(`?${search}`)
    const [matchedRoutes] = router.getMatchedRoutes(pathname)
    if (matchedRoutes.some(({ options }) => options.staticData?.ignoresSearch)) return pathname
    const read = matchedRoutes.map(({ options: { validateSearch } }) =>
      typeof validateSearch === 'function' ? validateSearch(given) : {},
    )
    const entries = Object.entries(Object.assign({}, ...read)).sort(([a], [b]) => (a < b ? -1 : 1))
    return pathname + stringifySearch(Object.fromEntries(entries))
  }
}

/** Whether the page of a cache key lists products: its route says so. */
function createListMatcher() {
  const routes = Object.values(routesOnly().routesById)
  const patterns = routes
    .filter(({ options }) => options.staticData?.listsProducts)
    .map(({ fullPath }) => fullPath.replaceAll(/\$\w+/g, '[^/?]+'))
  const matching = new RegExp(`^(${patterns.join('|')})/?(\\?|$)`)
  return (key: string): boolean => matching.test(key)
}

/** The scripts and styles of each route. */
function routerManifest(manifest: ClientManifest) {
  const { boot, scripts, css } = entryAssets(manifest)
  const root = {
    css,
    scripts: [
      // Dependencies first, the entry last: `boot` starts each in a task of its own.
      ...scripts.map((src) => deferred(src, { 'data-start': '' })),
      { attrs: { type: 'module', src: boot, fetchPriority: 'low' } },
    ],
  }
  const routes = Object.keys(routesOnly().routesById).map((id) => {
    const own = routeAssets(manifest, id)
    return [id, { css: own.css, scripts: own.scripts.map((src) => deferred(src)) }] as const
  })
  return { routes: { ...Object.fromEntries(routes), __root__: root } }
}

/** Not fetched by the browser itself: `boot.ts` fetches it once the page is painted. */
const deferred = (src: string, more = {}) => ({ attrs: { type: 'module-later', src, ...more } })
