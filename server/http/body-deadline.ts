import type { IncomingMessage, ServerResponse } from 'node:http'

/** For the body of a request, unless its route asks for more. */
const BODY_TIMEOUT_MS = 30_000
/** 25 MB over a slow phone connection. Node's own limit holds for all requests alike, so it is this one. */
export const LONGEST_REQUEST_MS = 600_000

const SET_DEADLINE = Symbol('set the deadline of the body')
// On the request itself: from a WeakMap, whose values refer to their keys, only a full garbage collection frees them.
type TimedRequest = IncomingMessage & { [SET_DEADLINE]?: (ms: number) => void }

/** Ends a request whose body takes too long. Headers have a limit of their own; without a body there is no timer. */
export function limitBodyTime(request: TimedRequest, response: ServerResponse) {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const end = () => {
    if (request.complete) return
    if (!response.headersSent) response.writeHead(408, { connection: 'close' }).end()
    request.destroy()
  }
  let timer = setTimeout(end, BODY_TIMEOUT_MS)
  const stop = () => clearTimeout(timer)
  request.once('end', stop).once('close', stop)
  request[SET_DEADLINE] = (ms) => {
    stop()
    timer = setTimeout(end, ms)
  }
}

/** From now on; for senders that are known and send much. */
export const allowSlowBody = (request: TimedRequest) => request[SET_DEADLINE]?.(LONGEST_REQUEST_MS)
