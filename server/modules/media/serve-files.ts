import { mkdirSync } from 'node:fs'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { NOTHING_ALLOWED } from '#server/http/security-headers.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { createVariantMaker } from './make-variant.ts'
import { isStoredName, readVariantName } from './picture-name.ts'
import { filesFolder } from './store-picture.ts'

const HOUR_MS = 3_600_000

/** Stored pictures and videos under /files/, with their sizes. Only names that we gave exist. */
export function serveFiles(app: FastifyInstance, { config }: AppContext) {
  const folder = filesFolder(config.dataDir)
  mkdirSync(folder, { recursive: true })
  const makeVariant = createVariantMaker(folder)

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const name = (request.params as { '*'?: string })['*'] ?? ''
        if (readVariantName(name)) await makeVariant(name)
        else if (!isStoredName(name)) return reply.code(404).send('Not found')
      })
      scope.register(staticFiles, {
        root: folder,
        index: false,
        decorateReply: false,
        maxAge: HOUR_MS,
        immutable: true,
        setHeaders: (reply) => {
          reply.setHeader('content-security-policy', NOTHING_ALLOWED)
        },
      })
    },
    { prefix: '/files' },
  )
}
