import { setTimeout as wait } from 'node:timers/promises'

/** A busy machine is slow; a link that a fault broke ends at once. */
const ANSWER_MS = 30_000
const AGAIN_MS = 300
/** Longer than any outage of a run: a client that gives up has met a shop that does not come back. */
const PATIENCE_MS = 300_000
/** No answer, or one that asks to try again. */
const TRY_AGAIN = [0, 429, 502, 503, 504, 507]

export type Answer = { status: number; text: string; body: Record<string, unknown> }
export type Tally = { calls: number; answered: number; tries: Record<string, number> }

/** An answer that no client may get. */
export class WrongAnswer extends Error {}

/** A client that stores cookies, and repeats each call until it is answered. */
export function createBrowser(shop: { front: string; url: string }, ip: string, tally: Tally) {
  const cookies = new Map<string, string>()

  /** Status 0: the connection was lost, or there was no answer in time. */
  async function send(url: string, init: RequestInit = {}): Promise<Answer> {
    try {
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: {
          origin: shop.url,
          'x-forwarded-for': ip,
          connection: 'close',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const text = await response.text()
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (name) cookies.set(name, value ?? '')
      }
      return { status: response.status, text, body: parsed(text) }
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      return { status: 0, text: `${name} ${cause?.code ?? ''}`, body: {} }
    }
  }

  /** The first answer that does not ask to try again. `isRepeated`: an earlier try may have been done unseen. */
  async function insist(attempt: () => Promise<Answer>) {
    tally.calls++
    const end = Date.now() + PATIENCE_MS
    for (let tries = 0; ; tries++) {
      const answer = await attempt()
      if (!TRY_AGAIN.includes(answer.status)) {
        tally.answered++
        if (answer.status >= 500) throw new WrongAnswer(describe(answer))
        return { ...answer, isRepeated: tries > 0 }
      }
      tally.tries[answer.status] = (tally.tries[answer.status] ?? 0) + 1
      if (Date.now() > end) throw new WrongAnswer(`no answer for minutes: ${describe(answer)}`)
      await wait(AGAIN_MS)
    }
  }

  const call = (method: string, path: string, body?: unknown) =>
    insist(() =>
      send(`${shop.front}${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )

  return {
    send,
    insist,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    upload: (path: string, bytes: Buffer) =>
      insist(() => {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
        return send(`${shop.front}${path}`, { method: 'POST', body: form })
      }),
  }
}

export type Browser = ReturnType<typeof createBrowser>

export const describe = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
