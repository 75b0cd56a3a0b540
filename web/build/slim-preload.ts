import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper\.js$/

const CODE = `
const asked = new Set()
export const __vitePreload = (load, files) => {
  for (const file of files ?? []) {
    if (asked.has(file) || file.endsWith('.css')) continue
    asked.add(file)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/' + file
    document.head.append(link)
  }
  return load()
}
`

/**
 * A short version of what Vite puts around each dynamic import, which is part of every shopper's first script. The
 * original also loads style sheets, and knows nonces and other hosts: here is one host, and one style sheet, which
 * each page has from the start.
 */
export function slimPreload(): Plugin {
  let found = false
  return {
    name: 'petal:slim-preload',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: HELPER },
      handler() {
        found = true
        return { code: CODE, map: null }
      },
    },
    generateBundle(_, bundle) {
      if (!found) this.error('Vite has another preload helper now')
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
      if (styles.length > 1) this.error(`Nothing loads the style sheets of chunks: ${styles}`)
    },
  }
}
