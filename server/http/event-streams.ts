import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { ProcedureMeta } from '#contract/policy.ts'
import { errors } from '../platform/errors.ts'
import { EventStream } from '../platform/event-stream.ts'
import type { EventStreamRoute } from '../platform/event-stream-routes.ts'
import { type AppContext, assertMayCall, mayCall, type RequestContext } from '../platform/rpc.ts'
import { createSessionStreams } from '../platform/session-streams.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isEventStream?: boolean
  }
}

type Options = {
  streams: EventStreamRoute[]
  context: AppContext
  /** A new one each time: it reads the session once. */
  contextOf: (request: FastifyRequest) => RequestContext
}

/**
 * Server-sent events, each a route of its own: an open stream costs no promise and no iterator. Path, input and who
 * may call are those of the contract.
 */
export function serveEventStreams(api: FastifyInstance, { streams, context, contextOf }: Options) {
  const sessionStreams = createSessionStreams(context.signals)

  api.register(async (scope) => {
    const parseJson = scope.getDefaultJsonParser('error', 'ignore')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
    for (const { procedure, events, open } of streams) {
      const { meta, route, inputSchema, errorMap } = procedure['~orpc']
      const { path = '', method = 'POST' } = route
      const schema = (inputSchema ?? z.unknown()) as z.ZodType

      async function start(request: FastifyRequest) {
        const call = contextOf(request)
        const { params, query, body } = request
        const given = method === 'GET' ? query : body
        const input = Object.assign({}, given, params)
        await assertMayCall(call, { name: path, meta, input })
        const { data, error } = schema.safeParse(input)
        if (error) {
          const message = 'Input validation failed'
          throw new ORPCError('BAD_REQUEST', { message, data: { issues: error.issues } })
        }
        // Open streams have been ended already; the browser connects to another process.
        if (call.signals.closing.aborted) throw errors.UNAVAILABLE()
        return open(call, data as never)
      }

      scope.route({
        method,
        url: `/api${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`,
        config: { isEventStream: true },
        handler: async (request, reply) => {
          const started = await start(request).catch((error) => {
            if (error instanceof ORPCError) return error
            throw error
          })
          if (started instanceof ORPCError) {
            const body = { ...started.toJSON(), defined: started.code in errorMap }
            return reply.code(started.status).send(body)
          }
          reply.hijack()
          const head = { 'content-type': 'text/event-stream' }
          const stream = new EventStream(reply.raw.writeHead(200, head), events, context.log)
          const { session, follow } = started
          if (session) {
            const isAllowed = async () => {
              const current = await contextOf(request).session()
              return (
                current?.session_id === session.session_id &&
                mayCall(meta as ProcedureMeta, current)
              )
            }
            void sessionStreams.add({ stream, session, isAllowed })
          }
          follow(stream as EventStream<never>)
        },
      })
    }
  })
}
