import { setTimeout as wait } from 'node:timers/promises'
import { ProviderError } from './provider-error.ts'
import type { ProviderGate } from './provider-gate.ts'

/** All attempts and waits together, so that our own answer comes within ten seconds. */
const TOTAL_MS = 8_000
const ATTEMPT_MS = 3_500
const PAUSE_MS = 200
const LARGEST_ANSWER = 5 * 1024 * 1024

export type Question = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: unknown
  /** Whether asking twice does no harm. */
  repeatable: boolean
}

/** Asks the provider and returns what it says, read as JSON. Time limits, no redirects, a second try where that is safe. */
export async function askProvider(gate: ProviderGate, question: Question): Promise<unknown> {
  const deadline = Date.now() + TOTAL_MS
  try {
    return await attempt(gate, question, deadline)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isWorthRepeating(error, question)) throw error
    const pause = (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS
    if (Date.now() + pause >= deadline - PAUSE_MS) throw error
    await wait(pause)
    return attempt(gate, question, deadline)
  }
}

const isWorthRepeating = (error: ProviderError, { repeatable }: Question) =>
  repeatable && error.sent && !error.isRefusal

async function attempt(gate: ProviderGate, question: Question, deadline: number) {
  await gate.enter(deadline)
  let answered = false
  try {
    const response = await send(question, Math.min(ATTEMPT_MS, deadline - Date.now()))
    answered = true
    return readAnswer(response)
  } finally {
    gate.leave(answered)
  }
}

type Received = { status: number; text: string; retryAfter: string | null }

async function send({ method, url, headers, body }: Question, ms: number): Promise<Received> {
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

/** The body may be anything, whatever its type says. Error bodies are not read: they may repeat what we sent. */
function readAnswer({ status, text, retryAfter }: Received): unknown {
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
