import type { Plugin } from 'vite'

const ID = '\0zod-in-browser'

/**
 * zod tries whether it may compile schemas with `new Function`, and our content security policy reports the attempt.
 * So the browser's zod is configured not to, before the first schema is made; the server compiles.
 */
export function zodInBrowser(): Plugin {
  return {
    name: 'petal:zod-in-browser',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id === 'zod' ? ID : undefined),
    load: (id) =>
      id === ID
        ? `import { config } from 'zod/v4'\nconfig({ jitless: true })\nexport * from 'zod/v4'`
        : undefined,
  }
}
