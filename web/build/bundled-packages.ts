import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Lists the packages whose code is in the bundles, in dist/web/packages-{client,ssr}.json, for a release's contents. */
export function bundledPackages(): Plugin {
  return {
    name: 'petal:bundled-packages',
    apply: 'build',
    writeBundle({ dir = '.' }, bundle) {
      const modules = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? one.moduleIds : [],
      )
      const locations = new Set(modules.flatMap((id) => packageLocation(id) ?? []))
      const file = join(dir, '..', `packages-${this.environment.name}.json`)
      writeFileSync(file, `${JSON.stringify([...locations].sort(), null, 2)}\n`)
    },
  }
}

/** `node_modules/react` of a file in it, as package-lock.json writes it. */
const packageLocation = (file: string) =>
  /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]
