import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * lucide's icons stay; what draws them becomes `web/ui/create-icon.ts`. Their own code also handles contexts,
 * aliases and other stroke modes: 1 kB of every page's script, run for each icon of each page.
 */
export function slimIcons(): Plugin {
  let found = false
  return {
    name: 'petal:slim-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/createLucideIcon.mjs')) return
      if (!importer?.includes('/lucide-react/dist/esm/icons/')) return
      found = true
      return resolve(import.meta.dirname, '../ui/create-icon.ts')
    },
    buildEnd() {
      // After an update of the library with other file names, the replacement would silently not happen.
      if (!found && this.environment.mode === 'build')
        this.error('lucide-react has other files now')
    },
  }
}
