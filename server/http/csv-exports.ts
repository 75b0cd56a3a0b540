import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { CSV_FORMAT, type CsvExport, readInParts, toCell } from '../platform/csv.ts'
import { mayEnter, type RequestContext } from '../platform/rpc.ts'
import { refuseAccess } from './error-answers.ts'

/** Each holds a database connection for as long as the download takes. */
const CONCURRENT_EXPORTS = 2
/** Shorter than the time after which PostgreSQL ends an idle transaction. */
const LONGEST_PAUSE_MS = 20_000

type Options = {
  exports: Record<string, CsvExport>
  contextOf: (request: FastifyRequest) => RequestContext
}

/** `GET /api/export/orders.csv?status=shipped`: a list of the back office with its filter, streamed. No procedure: nothing of it is held in memory. */
export function serveCsvExports(scope: FastifyInstance, { exports, contextOf }: Options) {
  const limit = pLimit(CONCURRENT_EXPORTS)

  scope.get<{ Params: { file: string } }>('/api/export/:file', async (request, reply) => {
    const call = contextOf(request)
    const session = await call.session()
    const name = /^([a-z_]+)\.csv$/.exec(request.params.file)?.[1] ?? ''
    const found = Object.hasOwn(exports, name) ? exports[name] : undefined
    if (!session || !mayEnter(session, found?.area ?? 'team')) return refuseAccess(reply, session)
    const query = found?.query.safeParse(request.query)
    if (!found || !query?.success) {
      return reply.code(found ? 400 : 404).send({ message: 'This export does not exist' })
    }
    const today = call.now().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}-${today}.csv"`)
    const csv = stringify(CSV_FORMAT)
    csv.write(found.columns)
    /** Fails when the reader has gone, which ends the transaction and gives its connection back. */
    const write = (rows: Record<string, unknown>[]) => {
      const cells = rows.map((row) => found.columns.map((column) => toCell(row[column])))
      return pipeline(Readable.from(cells), csv, { end: false })
    }
    limit(async () => {
      if (csv.destroyed) return
      // A reader that takes nothing for this long has left without closing the connection.
      reply.raw.setTimeout(LONGEST_PAUSE_MS, () => csv.destroy())
      await readInParts(call.db, found.rows(query.data), write)
      csv.end()
    }).catch((err) => {
      if (!csv.destroyed) call.log.error({ err, export: name }, 'an export failed')
      // The download breaks off, so that half a list is not taken for the whole.
      csv.destroy(err)
    })
    return reply.send(csv)
  })
}
