import { mkdirSync } from 'node:fs'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { NOTHING_ALLOWED } from '#server/http/security-headers.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { filesFolder, isStoredName, readVariantName } from './picture-files.ts'
import { createVariantFallback } from './variants.ts'

const HOUR_MS = 3_600_000

/** Stored pictures and videos under /files/, with their variants. */
export function serveFiles(app: FastifyInstance, { config }: AppContext) {
  const folder = filesFolder(config.dataDir)
  mkdirSync(folder, { recursive: true })
  const drawVariant = createVariantFallback(folder)

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const name = (request.params as { '*'?: string })['*'] ?? ''
        if (readVariantName(name)) await drawVariant(name)
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
