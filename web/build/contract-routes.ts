import { resolve } from 'node:path'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import { type Plugin, runnerImport } from 'vite'

const SHOP = 'virtual:contract-routes'
const ADMIN = 'virtual:contract-routes/admin'

type Minified = { '~orpc': { meta: { policy?: string }; route: Record<string, unknown> } }
type Routes = { [name: string]: Routes | Minified }

/**
 * Serves the contract's paths and methods alone, so that no schema (and no zod) reaches the browser.
 * What only the back office may call is a module of its own, so that it does not reach shoppers.
 */
export function contractRoutes(): Plugin {
  let root = process.cwd()
  return {
    name: 'petal:contract-routes',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id === SHOP || id === ADMIN ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${SHOP}` && id !== `\0${ADMIN}`) return
      const entry = resolve(root, 'contract/index.ts')
      const { module, dependencies } = await runnerImport<{ contract: AnyContractRouter }>(entry)
      for (const file of dependencies) this.addWatchFile(resolve(root, file))
      const routes = minifyContractRouter(module.contract) as unknown as Routes
      return `export const contractRoutes = ${JSON.stringify(pick(routes, id === `\0${ADMIN}`))}`
    },
  }
}

/** The procedures for the back office, or all the others. */
function pick(routes: Routes, forAdmin: boolean): Routes {
  const entries = Object.entries(routes).flatMap(([name, node]): [string, Routes | Minified][] => {
    if (isProcedure(node)) {
      return (node['~orpc'].meta.policy === 'admin') === forAdmin ? [[name, slim(node)]] : []
    }
    const branch = pick(node, forAdmin)
    return Object.keys(branch).length > 0 ? [[name, branch]] : []
  })
  return Object.fromEntries(entries)
}

const isProcedure = (node: Routes | Minified): node is Minified => '~orpc' in node

/** What the browser needs of a procedure: how to reach it. Its policy and its prose stay here. */
function slim({ '~orpc': { route } }: Minified): Minified {
  const { summary, description, tags, operationId, ...way } = route
  return { '~orpc': { errorMap: {}, meta: {}, route: way } } as Minified
}
