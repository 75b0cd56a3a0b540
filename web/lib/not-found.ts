import { notFound } from '@tanstack/react-router'
import { isNotFoundError } from './errors.ts'
import { notFoundHead } from './page-head.ts'

/** For the loader of a page whose subject may not exist: `….catch(throwNotFound)`. */
export function throwNotFound(error: unknown): never {
  throw isNotFoundError(error) ? notFound() : error
}

/** The options of a route that is the not-found page; each route has its own, which the router completes. */
export const notFoundRoute = () => ({
  loader: () => {
    throw notFound()
  },
  head: ({ matches }: { matches: Parameters<typeof notFoundHead>[0] }) => notFoundHead(matches),
})
