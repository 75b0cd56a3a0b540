import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Two folders up, both from server/platform/ in the sources and from dist/server/ in the bundle. */
const root = fileURLToPath(new URL('../..', import.meta.url))

export const builtPages = {
  client: join(root, 'dist/web/client'),
  manifest: join(root, 'dist/web/client/manifest.json'),
  renderEntry: join(root, 'dist/web/server/entry-server.js'),
}
