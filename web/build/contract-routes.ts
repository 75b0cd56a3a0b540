import { resolve } from 'node:path'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import { type Plugin, runnerImport } from 'vite'

/** The virtual modules, and whose calls each holds. */
const MODULES: Record<string, string> = {
  'virtual:contract-routes': 'public',
  // With the public calls that no page makes before an interaction.
  'virtual:contract-routes/signed-in': 'signed-in',
  'virtual:contract-routes/admin': 'admin',
}

type Minified = {
  '~orpc': { meta: { policy?: string; loaded?: 'later' }; route: Record<string, unknown> }
}
type Routes = { [name: string]: Routes | Minified }

/**
 * Virtual modules with the contract's paths and methods only, so that no schema (and no zod) reaches the
 * browser. One for each policy, so that visitors do not download the calls of customers and admins.
 */
export function contractRoutes(): Plugin {
  let root = process.cwd()
  return {
    name: 'petal:contract-routes',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    async load(id) {
      const policy = MODULES[id.slice(1)]
      if (!id.startsWith('\0') || !policy) return
      const entry = resolve(root, 'contract/index.ts')
      const { module, dependencies } = await runnerImport<{ contract: AnyContractRouter }>(entry)
      for (const file of dependencies) this.addWatchFile(resolve(root, file))
      const routes = minifyContractRouter(module.contract) as unknown as Routes
      return `export const contractRoutes = ${JSON.stringify(pick(routes, policy))}`
    },
  }
}

/** The procedures of one policy. */
function pick(routes: Routes, policy: string): Routes {
  const entries = Object.entries(routes).flatMap(([name, node]): [string, Routes | Minified][] => {
    if (isProcedure(node)) {
      return moduleOf(node) === policy ? [[name, slim(node)]] : []
    }
    const branch = pick(node, policy)
    return Object.keys(branch).length > 0 ? [[name, branch]] : []
  })
  return Object.fromEntries(entries)
}

/** Pages read by themselves; they write only after an interaction. */
function moduleOf({ '~orpc': { meta, route } }: Minified) {
  const isLater = meta.loaded === 'later' || route.method !== 'GET'
  return meta.policy === 'public' && isLater ? 'signed-in' : meta.policy
}

const isProcedure = (node: Routes | Minified): node is Minified => '~orpc' in node

/** Method and path; policy and documentation are not needed in the browser. */
function slim({ '~orpc': { route } }: Minified): Minified {
  const { summary, description, tags, operationId, ...rest } = route
  return { '~orpc': { errorMap: {}, meta: {}, route: rest } } as Minified
}
