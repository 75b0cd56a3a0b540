import type { IncomingMessage, ServerResponse } from 'node:http'

/** For the body of a request, unless its route asks for more. */
const BODY_TIMEOUT_MS = 30_000
/** 25 MB over a slow phone connection. Node's own limit holds for all requests alike, so it is this one. */
export const LONGEST_REQUEST_MS = 600_000

const ALLOWED_MS = Symbol('how long the body may take')
const RESTART = Symbol('start its deadline again')
// On the request itself: from a WeakMap, whose values refer to their keys, only a full garbage collection frees them.
type TimedRequest = IncomingMessage & { [ALLOWED_MS]?: number; [RESTART]?: () => void }

/** Ends a request whose body takes too long. Headers have a limit of their own. */
export function limitBodyTime(request: TimedRequest, response: ServerResponse) {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  // Most bodies arrive together with the headers. A timer for each would be most of what a call leaves in memory.
  setImmediate(() => {
    if (!request.complete && !request.destroyed) startDeadline(request, response)
  })
}

function startDeadline(request: TimedRequest, response: ServerResponse) {
  const end = () => {
    if (request.complete) return
    if (!response.headersSent) response.writeHead(408, { connection: 'close' }).end()
    request.destroy()
  }
  const start = () => setTimeout(end, request[ALLOWED_MS] ?? BODY_TIMEOUT_MS)
  let timer = start()
  const stop = () => clearTimeout(timer)
  request.once('end', stop).once('close', stop)
  request[RESTART] = () => {
    stop()
    timer = start()
  }
}

/** From now on; for senders that are known and send much. */
export function allowSlowBody(request: TimedRequest) {
  request[ALLOWED_MS] = LONGEST_REQUEST_MS
  request[RESTART]?.()
}
