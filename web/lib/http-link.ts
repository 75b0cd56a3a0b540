import { contractRoutes } from 'virtual:contract-routes'
import type { ClientLink } from '@orpc/client'
import { type AnyContractRouter, getContractRouter } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'

const overHttp = (routes: AnyContractRouter) =>
  new OpenAPILink(routes, { url: `${location.origin}/api` })

const publicCalls = overHttp(contractRoutes)
const signedIn = once(() => import('virtual:contract-routes/signed-in'))
const admin = once(() => import('virtual:contract-routes/admin'))

/** The API over HTTP. The calls of customers and of admins are loaded with the first one that is made. */
export const httpLink: ClientLink<Record<never, never>> = {
  async call(path, input, options) {
    if (getContractRouter(contractRoutes, path)) return publicCalls.call(path, input, options)
    const customers = await signedIn()
    const { link } = getContractRouter(customers.routes, path) ? customers : await admin()
    return link.call(path, input, options)
  },
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
