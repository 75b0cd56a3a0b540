import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { releaseHome } from '../platform/installation.ts'
import { builtPages } from './pages.ts'

const YEAR_SECONDS = 31_536_000

/** Under /assets/ a name carries the hash of its content, so it never changes. */
export function serveAssets(app: FastifyInstance) {
  app.register(staticFiles, {
    root: builtPages.client,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes('/assets/')
      reply.setHeader(
        'cache-control',
        hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
      )
    },
    // A route for each of the few files beside /assets/.
    globIgnore: ['**/manifest.json', '**/*.br', '**/*.gz', 'assets/**'],
  })
  const home = releaseHome()
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = `assets/${request.params['*']}`
    const root = isPlain(file) && (await findClient(home, file))
    return root ? reply.sendFile(file, root) : reply.callNotFound()
  })
}

const isPlain = (file: string) => /^[\w./-]+\w$/.test(file) && !file.includes('..')

/**
 * During an upgrade processes of two versions serve, and a page of one may ask the other for its scripts. Both find
 * them in the folders of all versions.
 */
async function findClient(home: string | undefined, file: string): Promise<string | undefined> {
  if (existsSync(join(builtPages.client, file))) return builtPages.client
  if (!home) return undefined
  const versions = await readdir(join(home, 'versions')).catch(() => [])
  return versions
    .map((version) => join(home, 'versions', version, 'dist/web/client'))
    .find((client) => existsSync(join(client, file)))
}
