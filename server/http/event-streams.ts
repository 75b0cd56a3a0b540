import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeHttpHandlerPlugin } from '@orpc/server/node'
import type { StandardHandler } from '@orpc/server/standard'
import { sendStandardResponse, toStandardLazyRequest } from '@orpc/standard-server-node'
import type { RequestContext } from '../platform/rpc.ts'

/** Answers calls that used `streamEvents`. As a plugin it must be the last one, since it answers every call. */
export const pushedEventStreams = (
  handler: StandardHandler<RequestContext>,
): NodeHttpHandlerPlugin<RequestContext> => ({
  initRuntimeAdapter(options) {
    options.adapterInterceptors ??= []
    options.adapterInterceptors.push(async ({ request, response, next: _, ...call }) => {
      const lazy = toStandardLazyRequest(request as IncomingMessage, response as ServerResponse)
      const { matched, response: answer } = await handler.handle(lazy, call)
      if (!matched) return { matched }
      const { eventStream, signals } = call.context
      const { open } = eventStream
      if (!open) await sendStandardResponse(response, answer)
      // Open streams have been ended already; the browser connects to another process.
      else if (signals.closing.aborted) response.destroy()
      else if (!response.destroyed) {
        const headers = { ...answer.headers, 'content-type': 'text/event-stream' }
        response.writeHead(answer.status, headers)
        open(response as ServerResponse)
      }
      return { matched }
    })
  },
})
