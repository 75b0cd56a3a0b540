import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type ClientManifest, entryAssets, routeAssets } from './client-manifest.ts'

const BUDGET_KB = 128
const SHOPPER_ROUTES = { home: '/', products: '/products', product: '/product/$id' }

/** The chat comes when the page is interactive and idle. */
const FORBIDDEN =
  /\/web\/admin\/|\/web\/features\/chat\/|\/web\/frame\/ChatCorner|\/node_modules\/zod\//

/** Fails the build when a shopper page exceeds its budget or contains back-office code, the chat or zod. */
export function bundleReport(): Plugin {
  return {
    name: 'petal:bundle-report',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '.' }, bundle) {
      const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))
      for (const { name, files, kilobytes } of shopperBundle(manifest, dir)) {
        this.info(`${name}: ${kilobytes.toFixed(1)} kB brotli`)
        for (const file of files) {
          const chunk = bundle[file.slice(1)]
          const stray = chunk?.type === 'chunk' && chunk.moduleIds.find(isForbidden)
          if (stray) this.error(`${stray} must not be in a shopper's bundle, but ${name} loads it`)
        }
        if (kilobytes > BUDGET_KB) this.error(`${name} loads more than ${BUDGET_KB} kB of scripts`)
      }
    },
  }
}

const isForbidden = (moduleId: string) => FORBIDDEN.test(moduleId)

/** The JavaScript that each shopper page loads before any interaction, brotli-compressed. */
export function shopperBundle(manifest: ClientManifest, dir: string) {
  const { boot, scripts } = entryAssets(manifest)
  return Object.entries(SHOPPER_ROUTES).map(([name, routeId]) => {
    const files = [...new Set([boot, ...scripts, ...routeAssets(manifest, routeId).scripts])]
    const bytes = files.reduce((sum, file) => sum + brotliSize(join(dir, file)), 0)
    return { name, files, kilobytes: bytes / 1000 }
  })
}

const brotliSize = (file: string) => brotliCompressSync(readFileSync(file)).length
