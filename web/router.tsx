import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './frame/ErrorPages.tsx'
import type { Api } from './lib/api.ts'
import { createQueryClient } from './lib/query-client.ts'
import { connectQueries } from './lib/query-hydration.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { routeTree } from './routeTree.gen.ts'

export type RouterContext = {
  queryClient: QueryClient
  /** The API that loaders call: over HTTP in the browser, in process on the server. */
  api: Api
  /** The shop's public address, for links that must name it. */
  origin: string
  /** Whether the visitor came by Back or Forward: a page then opens as it was left. */
  isReturning: () => boolean
}

export function createAppRouter({ api, origin }: Pick<RouterContext, 'api' | 'origin'>) {
  const queryClient = createQueryClient()
  let hasNavigated = false
  let isReturning = false
  const router = createRouter({
    routeTree,
    context: { queryClient, api, origin, isReturning: () => isReturning },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    notFoundMode: 'root',
    // Only a link within a page glides. What the router scrolls is another page, which opens where it should be.
    scrollRestorationBehavior: 'instant',
    defaultHashScrollIntoView: { behavior: 'instant' },
    // The browser places the first page. Hydration comes later and must not move what the visitor has scrolled.
    scrollRestoration: () => {
      if (import.meta.env.SSR || hasNavigated) return true
      // The router remembers positions that change while it listens: this one may have changed before.
      document.dispatchEvent(new Event('scroll'))
      return false
    },
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    hasNavigated ||= fromLocation !== undefined
  })
  if (!import.meta.env.SSR) {
    router.history.subscribe(({ action: { type } }) => {
      isReturning = type !== 'PUSH' && type !== 'REPLACE'
    })
  }
  connectQueries(router, queryClient)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page lists products, so it also changes with the stock and the ratings that lists show. */
    listsProducts?: true
    /** The server renders the page without its search parameters. */
    ignoresSearch?: true
  }
  interface HistoryState {
    /** How many pages of its list the visitor has loaded. */
    listPages?: number
    /** What the home page shows of its products. */
    featured?: { category?: string | undefined; all?: boolean | undefined }
  }
}
