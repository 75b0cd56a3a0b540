import { type ClientLink, createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '#contract/index.ts'

export type ApiClient = ContractRouterClient<typeof contract>

/** What sends calls is loaded with the first one: the page came with the data that it shows. */
const browserLink: ClientLink<Record<never, never>> = {
  async call(path, input, options) {
    const { httpLink } = await import('./http-link.ts')
    return httpLink.call(path, input, options)
  },
}

/** A render calls the API of its own shop, which is in the router's context. */
const noLink: ClientLink<Record<never, never>> = {
  call(path) {
    throw new Error(`${path.join('.')} was called without the router's context`)
  },
}

/** The API for code outside React, in the browser only. */
export const client: ApiClient = createORPCClient(import.meta.env.SSR ? noLink : browserLink)

/** For components, which on the server only read what the loaders have loaded. Loaders take it from their context. */
export const api = createApi(client)

export type Api = ReturnType<typeof createApi>

export function createApi(from: ApiClient) {
  return memoized(createTanstackQueryUtils(from))
}

/** oRPC creates the utils of a procedure, dozens of closures, again on every access. */
function memoized<Utils extends object>(utils: Utils): Utils {
  const created = new Map<PropertyKey, unknown>()
  return new Proxy(utils, {
    get(target, name) {
      if (!created.has(name)) {
        const value: unknown = Reflect.get(target, name)
        created.set(name, typeof value === 'object' && value !== null ? memoized(value) : value)
      }
      return created.get(name)
    },
  })
}
