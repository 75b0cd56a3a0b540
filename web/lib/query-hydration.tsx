import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type DehydratedQueries = { queries: { key: QueryKey; data: unknown }[] }

/**
 * Carries query results from the server's render into the browser. Only keys and data travel: time stamps would
 * give the same page other bytes, and another ETag, in every process. A page is dropped from the cache when its
 * data changes, so in the browser the data is as fresh as the page itself.
 */
export function connectQueries(router: AnyRouter, queryClient: QueryClient): void {
  if (import.meta.env.SSR) router.options.dehydrate = () => dehydrated(queryClient)
  router.options.hydrate = ({ queries }: DehydratedQueries) => {
    for (const { key, data } of queries) queryClient.setQueryData(key, data)
  }
  router.options.Wrap = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
}

/** Without the queries that failed: the browser tries them again. */
const dehydrated = (queryClient: QueryClient): DehydratedQueries => ({
  queries: queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data })),
})
