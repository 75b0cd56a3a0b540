import { contractRoutes } from 'virtual:contract-routes'
import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client'
import {
  type AnyContractRouter,
  type ContractRouterClient,
  getContractRouter,
} from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '#contract/index.ts'

export type ApiClient = ContractRouterClient<typeof contract>

type InProcess = { api: ApiClient; onFailure: (error: unknown) => void }

let inProcess: InProcess | undefined

/** While rendering on the server, calls go to the router in process instead of over HTTP. */
export function callInProcess(server: InProcess): void {
  inProcess = server
}

const inProcessLink: ClientLink<Record<never, never>> = {
  async call(path, input, options) {
    const procedure = path.reduce<unknown>(
      (branch, name) => (branch as Record<string, unknown> | undefined)?.[name],
      inProcess?.api,
    )
    if (typeof procedure !== 'function') throw new Error(`No procedure ${path.join('.')}`)
    try {
      return await procedure(input, options)
    } catch (error) {
      throw withoutSecrets(error)
    }
  },
}

/** An error of a loader is serialised into the page, so the details of a failure must not be in it. */
function withoutSecrets(error: unknown): unknown {
  if (error instanceof ORPCError && error.status < 500) return error
  inProcess?.onFailure(error)
  return new ORPCError('INTERNAL_SERVER_ERROR')
}

const overHttp = (routes: AnyContractRouter) =>
  new OpenAPILink(routes, { url: `${location.origin}/api` })

/** The calls of customers and of admins are loaded with the first one that is made. */
function createBrowserLink(): ClientLink<Record<never, never>> {
  const publicCalls = overHttp(contractRoutes)
  const signedIn = once(() => import('virtual:contract-routes/signed-in'))
  const admin = once(() => import('virtual:contract-routes/admin'))
  return {
    async call(path, input, options) {
      if (getContractRouter(contractRoutes, path)) return publicCalls.call(path, input, options)
      const customers = await signedIn()
      const { link } = getContractRouter(customers.routes, path) ? customers : await admin()
      return link.call(path, input, options)
    },
  }
}

/** A part that could not be loaded is tried again with the next call. */
function once(load: () => Promise<{ contractRoutes: AnyContractRouter }>) {
  const open = async () => {
    const { contractRoutes: routes } = await load()
    return { routes, link: overHttp(routes) }
  }
  let opened: ReturnType<typeof open> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

const link = import.meta.env.SSR ? inProcessLink : createBrowserLink()

/** The API for code outside React; components use `api`. */
export const client: ApiClient = createORPCClient(link)

export const api = memoized(createTanstackQueryUtils(client))

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
