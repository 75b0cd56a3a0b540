import { resolve } from 'node:path'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import { type Plugin, runnerImport } from 'vite'

const SHOPPERS = 'virtual:contract-routes'
const ADMIN = 'virtual:contract-routes/admin'

type Minified = { '~orpc': { meta: { policy?: string }; route: Record<string, unknown> } }
type Routes = { [name: string]: Routes | Minified }

/**
 * A virtual module with the contract's paths and methods only, so that no schema (and no zod) reaches the
 * browser. Admin procedures are in a module of their own, so that shoppers do not download them.
 */
export function contractRoutes(): Plugin {
  let root = process.cwd()
  return {
    name: 'petal:contract-routes',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id === SHOPPERS || id === ADMIN ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${SHOPPERS}` && id !== `\0${ADMIN}`) return
      const entry = resolve(root, 'contract/index.ts')
      const { module, dependencies } = await runnerImport<{ contract: AnyContractRouter }>(entry)
      for (const file of dependencies) this.addWatchFile(resolve(root, file))
      const routes = minifyContractRouter(module.contract) as unknown as Routes
      return `export const contractRoutes = ${JSON.stringify(pick(routes, id === `\0${ADMIN}`))}`
    },
  }
}

/** The admin procedures, or all the others. */
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

/** Method and path; policy and documentation are not needed in the browser. */
function slim({ '~orpc': { route } }: Minified): Minified {
  const { summary, description, tags, operationId, ...rest } = route
  return { '~orpc': { errorMap: {}, meta: {}, route: rest } } as Minified
}
