import type { IncomingMessage, ServerResponse } from 'node:http'
import { ErrorEvent } from '@orpc/server'
import type { NodeHttpHandlerPlugin } from '@orpc/server/node'
import type { StandardHandler } from '@orpc/server/standard'
import { sendStandardResponse, toStandardLazyRequest } from '@orpc/standard-server-node'
import type { RequestContext } from '../platform/rpc.ts'

/** Of a stream without events: proxies end one that is silent for a minute. Chats carry heartbeats more often. */
const KEEP_ALIVE_MS = 25_000
const COMMENT = ': \n\n'

/**
 * Writes the events of a procedure as they come. oRPC makes a chain of four streams of them and keeps the whole call
 * until the last event: 50 kB for each open stream. As a plugin it must be the last one, since it answers the call.
 */
export const leanEventStreams = (
  handler: StandardHandler<RequestContext>,
): NodeHttpHandlerPlugin<RequestContext> => ({
  initRuntimeAdapter(options) {
    options.adapterInterceptors ??= []
    options.adapterInterceptors.push(async ({ request, response, next: _, ...call }) => {
      const lazy = toStandardLazyRequest(request as IncomingMessage, response as ServerResponse)
      const { matched, response: answer } = await handler.handle(lazy, call)
      if (!matched) return { matched }
      if (isEvents(answer.body)) {
        response.writeHead(answer.status, {
          ...answer.headers,
          'content-type': 'text/event-stream',
        })
        void writeEvents(response as ServerResponse, answer.body)
      } else await sendStandardResponse(response, answer)
      return { matched }
    })
  },
})

const isEvents = (body: unknown): body is AsyncIterator<unknown> =>
  typeof (body as { next?: unknown } | undefined)?.next === 'function'

async function writeEvents(response: ServerResponse, events: AsyncIterator<unknown>) {
  const alive = setInterval(() => response.write(COMMENT), KEEP_ALIVE_MS).unref()
  response.once('close', () => {
    clearInterval(alive)
    void events.return?.()
  })
  // Sends the head: an open stream is known to be open before its first event.
  response.write(COMMENT)
  try {
    for (;;) {
      const { done, value } = await events.next()
      if (response.destroyed) return
      if (!done || value !== undefined) writeEvent(response, done ? 'done' : 'message', value)
      if (done) break
      alive.refresh()
      if (response.writableNeedDrain) await drained(response)
    }
    response.end()
  } catch (error) {
    if (!(error instanceof ErrorEvent)) return response.destroy(error as Error)
    writeEvent(response, 'error', error.data)
    response.end()
  }
}

const writeEvent = (response: ServerResponse, event: string, value: unknown) =>
  response.write(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`)

/** Also when nobody reads any more. */
const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
