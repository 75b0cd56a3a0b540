import { createHmac, randomBytes } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { AddressRefused, pinnedTo, resolvePublic } from '#server/platform/public-address.ts'

const TIMEOUT_MS = 10_000
/** Of the answer; the rest is not read. */
const LARGEST_ANSWER = 4096
const SECRET_PREFIX = 'whsec_'

export const newWebhookSecret = () => `${SECRET_PREFIX}${randomBytes(24).toString('base64')}`

type Message = { id: string; timestamp: number; body: string }

/** As Standard Webhooks says: over id, time and body, so that none can be exchanged. */
export function signatureOf(secret: string, { id, timestamp, body }: Message) {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64')
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${signed}`
}

/** `status` is null when there was no answer. */
export type Outcome = { status: number | null; error: string | null }

type Call = Message & {
  url: string
  secret: string
  /** For tests and for trying out on one machine. */
  networks: readonly string[]
  timeoutMs?: number
}

/** One attempt. Never throws: whatever the receiver does is an outcome. */
export async function sendWebhook(call: Call): Promise<Outcome> {
  const { url, networks, timeoutMs = TIMEOUT_MS } = call
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const address = await within(deadline, resolvePublic(new URL(url).hostname, { networks }))
    const status = await post(call, { address, deadline })
    if (status >= 200 && status < 300) return { status, error: null }
    const isRedirect = status >= 300 && status < 400
    return {
      status,
      error: isRedirect
        ? `Answered ${status}: redirects are not followed. Enter the final address.`
        : `Answered ${status}.`,
    }
  } catch (error) {
    return { status: null, error: describe(error, deadline.aborted, timeoutMs) }
  }
}

type Connection = { address: { address: string; family: number }; deadline: AbortSignal }

/** The status, once the answer has ended or is long enough: what it says is of no interest. */
function post(call: Call, { address, deadline }: Connection): Promise<number> {
  const url = new URL(call.url)
  const start = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    // Once the status has arrived, what breaks after it changes nothing.
    let status: number | undefined
    const outgoing = start(
      url,
      {
        method: 'POST',
        // No connection is reused: the next call resolves and checks the name again.
        agent: false,
        lookup: pinnedTo(address),
        signal: deadline,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(call.body),
          'user-agent': 'Petal-Webhooks/1',
          'webhook-id': call.id,
          'webhook-timestamp': String(call.timestamp),
          'webhook-signature': signatureOf(call.secret, call),
        },
      },
      (answer) => {
        status = answer.statusCode ?? 0
        const end = () => {
          answer.destroy()
          resolve(answer.statusCode ?? 0)
        }
        let read = 0
        answer.on('data', (part: Buffer) => {
          read += part.length
          if (read > LARGEST_ANSWER) end()
        })
        answer.on('end', end).on('error', end).on('close', end)
      },
    )
    outgoing.on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
    outgoing.end(call.body)
  })
}

/** The resolver of the system can not be cancelled, so it is left behind. */
function within<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const tooLate = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })
  return Promise.race([work, tooLate])
}

function describe(error: unknown, isTooLate: boolean, timeoutMs: number): string {
  if (isTooLate) return `No answer within ${timeoutMs / 1000} seconds.`
  if (error instanceof AddressRefused) return `${error.message}.`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (code === 'ECONNRESET') return 'The connection was closed without an answer.'
  return `The call failed: ${code ?? message}.`.slice(0, 300)
}
