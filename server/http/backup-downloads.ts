import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COPY_PATH } from '#contract/backup-copies.ts'
import { BACKUP_PATH } from '#contract/backups.ts'
import { backupsFolder, findBackup, openCopy } from '../modules/backups/index.ts'
import { changedBy, recordAudit } from '../platform/audit-log.ts'
import { mayEnter, type RequestContext } from '../platform/rpc.ts'
import { errorBody, refuseAccess } from './error-answers.ts'

/**
 * `GET /api/backups/NAME`, and of a copy `/api/backup-copies/files/NAME`, as it is in the bucket: for owners, streamed, and
 * written into the audit log.
 */
export function serveBackups(
  scope: FastifyInstance,
  contextOf: (request: FastifyRequest) => RequestContext,
) {
  scope.get<{ Params: { name: string } }>(`${BACKUP_PATH}:name`, async (request, reply) => {
    const call = contextOf(request)
    const session = await call.session()
    if (!session || !mayEnter(session, 'backups')) return refuseAccess(reply, session)
    const { name } = request.params
    const file = findBackup(backupsFolder(call.config.dataDir), name)
    const handle = file && (await open(file).catch(() => undefined))
    if (!handle) return reply.code(404).send(errorBody(404, 'This backup is no longer there.'))
    const { size } = await handle.stat()
    await recordDownload(call, name)
    return sendFile(reply.type('application/gzip'), name, size, handle.createReadStream())
  })

  scope.get<{ Params: { name: string } }>(`${COPY_PATH}:name`, async (request, reply) => {
    const call = contextOf(request)
    const session = await call.session()
    if (!session || !mayEnter(session, 'backups')) return refuseAccess(reply, session)
    const { name } = request.params
    const found = await openCopy(call, name)
    if (!found) return reply.code(404).send(errorBody(404, 'This backup is no longer there.'))
    await recordDownload(call, name)
    return sendFile(reply.type('application/octet-stream'), name, found.bytes, found.stream)
  })
}

const sendFile = (reply: FastifyReply, name: string, size: number, content: Readable) =>
  reply
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)

const recordDownload = async (call: RequestContext, name: string) =>
  recordAudit(call.db, {
    by: await changedBy(call),
    object: { type: 'backups', id: name, name },
    before: { downloaded: false },
    after: { downloaded: true },
  })
