import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './frame/ErrorPages.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { connectQueries } from './lib/query-hydration.tsx'
import { routeTree } from './routeTree.gen.ts'

export type RouterContext = {
  queryClient: QueryClient
  origin: string
  /** Whether the visitor came by Back or Forward: a page then opens as it was left. */
  isReturning: () => boolean
}

/** `origin` is the shop's public address, for links that must name it. */
export function createAppRouter(origin: string) {
  const queryClient = createQueryClient()
  let hasNavigated = false
  let isReturning = false
  const router = createRouter({
    routeTree,
    context: { queryClient, origin, isReturning: () => isReturning },
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
  interface HistoryState {
    /** How many pages of its list the visitor has loaded. */
    listPages?: number
  }
}
