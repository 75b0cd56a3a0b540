import { open } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BACKUP_PATH } from '#contract/backups.ts'
import { backupsFolder, findBackup } from '../modules/backups/index.ts'
import { changedBy, recordAudit } from '../platform/audit-log.ts'
import type { RequestContext } from '../platform/rpc.ts'
import { errorBody, refuseAccess } from './error-answers.ts'

/** `GET /api/backups/NAME`: for administrators, streamed, and written into the audit log. */
export function serveBackups(
  scope: FastifyInstance,
  contextOf: (request: FastifyRequest) => RequestContext,
) {
  scope.get<{ Params: { name: string } }>(`${BACKUP_PATH}:name`, async (request, reply) => {
    const call = contextOf(request)
    const session = await call.session()
    if (!session?.is_admin) return refuseAccess(reply, session)
    const { name } = request.params
    const file = findBackup(backupsFolder(call.config.dataDir), name)
    const handle = file && (await open(file).catch(() => undefined))
    if (!handle) return reply.code(404).send(errorBody(404, 'This backup is no longer there.'))
    const { size } = await handle.stat()
    await recordAudit(call.db, {
      by: await changedBy(call),
      object: { type: 'backups', id: name, name },
      before: { downloaded: false },
      after: { downloaded: true },
    })
    return reply
      .type('application/gzip')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(handle.createReadStream())
  })
}
