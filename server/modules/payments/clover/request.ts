import { setTimeout as wait } from 'node:timers/promises'
import type { CallLimiter } from './limits.ts'
import { ProviderError } from './provider-error.ts'

/** All attempts and pauses together, so that our own answer comes within ten seconds. */
const TOTAL_MS = 8_000
const ATTEMPT_MS = 3_500
const PAUSE_MS = 200
const LARGEST_ANSWER = 5 * 1024 * 1024

export type ProviderRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: unknown
  /** Whether sending it twice does no harm. */
  repeatable: boolean
}

/** Sends a request and parses the answer as JSON: with time limits, without redirects, retried once where that is safe. */
export async function requestJson(
  limiter: CallLimiter,
  request: ProviderRequest,
): Promise<unknown> {
  const deadline = Date.now() + TOTAL_MS
  try {
    return await attempt(limiter, request, deadline)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isRetryable(error, request)) throw error
    const pause = (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS
    if (Date.now() + pause >= deadline - PAUSE_MS) throw error
    await wait(pause)
    return attempt(limiter, request, deadline)
  }
}

const isRetryable = (error: ProviderError, { repeatable }: ProviderRequest) =>
  repeatable && error.sent && !error.isRefusal

async function attempt(limiter: CallLimiter, request: ProviderRequest, deadline: number) {
  // An error status is an answer too: only calls without any answer open the circuit.
  const received = await limiter.run(deadline, () =>
    send(request, Math.min(ATTEMPT_MS, deadline - Date.now())),
  )
  return parseBody(received)
}

type Received = { status: number; text: string; retryAfter: string | null }

async function send(
  { method, url, headers, body }: ProviderRequest,
  ms: number,
): Promise<Received> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, ms)),
    })
    const retryAfter = response.headers.get('retry-after')
    // The time limit also covers a body that never ends.
    return { status: response.status, text: await readText(response), retryAfter }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code
    const message = `The payment provider did not answer: ${(error as Error).name} ${cause ?? ''}`
    throw new ProviderError(message, { sent: cause !== 'ECONNREFUSED' && cause !== 'ENOTFOUND' })
  }
}

async function readText(response: Response) {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > LARGEST_ANSWER) throw new Error('The answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The content type is not trusted. Error bodies are not read: they may repeat what we sent. */
function parseBody({ status, text, retryAfter }: Received): unknown {
  if (status < 200 || status > 299) {
    const retryAfterSeconds = Number(retryAfter) || undefined
    throw new ProviderError(`The payment provider answered ${status}`, {
      status,
      retryAfterSeconds,
      sent: true,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('The payment provider did not answer in JSON', { sent: true })
  }
}
