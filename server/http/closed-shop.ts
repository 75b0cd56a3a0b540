import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS } from '#contract/errors.ts'
import { RESTORE_STEPS } from '#contract/restores.ts'
import { STATIC_PAGE_POLICY } from './security-headers.ts'

const RETRY_AFTER_SECONDS = 5
/** How long running answers may take to end. */
const LAST_ANSWERS_MS = 3000
/** Files of the build, and what operators ask, need no data of the shop. */
const OPEN_PATHS = /^\/(assets\/|healthz$|readyz$|metrics$)/

export type ClosedShop = ReturnType<typeof createClosedShop>

/** While the shop is restored, every address answers that it is. */
export function createClosedShop({ lastAnswersMs = LAST_ANSWERS_MS } = {}) {
  let step: string | null = null
  let running = 0

  return {
    isClosed: () => step !== null,
    close(at: string) {
      step = at
    },
    /** For those who follow it; nothing while the shop is open. */
    advance(at: string) {
      if (step !== null) step = at
    },
    open() {
      step = null
    },
    /** An answer that may read or write the shop's data. */
    track(response: ServerResponse) {
      running += 1
      response.once('close', () => {
        running -= 1
      })
    },
    async untilUnused() {
      const end = Date.now() + lastAnswersMs
      while (running > 0 && Date.now() < end) await pause(20)
    },
    refuses: (request: IncomingMessage) =>
      step !== null && !OPEN_PATHS.test((request.url ?? '/').split('?', 1)[0] ?? ''),
    answer(request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) {
      request.resume()
      const isCall = request.url?.startsWith('/api/') ?? false
      const body = isCall ? JSON.stringify({ ...REFUSAL, data: { step } }) : pageAt(step)
      response
        .writeHead(503, {
          ...headers,
          'retry-after': String(RETRY_AFTER_SECONDS),
          'cache-control': 'no-store',
          'content-security-policy': STATIC_PAGE_POLICY,
          'content-type': isCall ? 'application/json' : 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(request.method === 'HEAD' ? undefined : body)
    },
  }
}

const { status, message } = ERRORS.RESTORING
const REFUSAL = { defined: true, code: 'RESTORING', status, message }

const STEPS: Record<string, string> = {
  closing: 'Finishing what is under way.',
  'backing-up': 'Taking a backup of today first.',
  files: 'Bringing back pictures and files.',
  replacing: 'Bringing back products, orders and customers.',
}
const CLOSED_STEPS: readonly string[] = RESTORE_STEPS.filter((step) => step in STEPS)

/** Without scripts; the browser asks again by itself. */
function pageAt(step: string | null) {
  const number = Math.max(1, CLOSED_STEPS.indexOf(step ?? '') + 1)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><meta name="robots" content="noindex">
<title>The shop is being restored</title>
<style>
body{font:17px/1.6 Figtree,system-ui,sans-serif;color:#2a1f24;background:#fffcfa;display:grid;place-content:center;min-height:100vh;margin:0;text-align:center}
main{box-sizing:border-box;max-width:32rem;padding:2rem 1.5rem}
h1{font:400 2.25rem/1.2 Fraunces,Georgia,serif;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem;color:#6b5b60}
strong{display:block;color:#2a1f24;font-weight:600}
progress{width:100%;height:.5rem;margin:1rem 0 1.5rem;accent-color:#a23b55}
</style></head><body><main>
<h1>The shop is being restored</h1>
<p>We bring it back from a backup. It opens again by itself, usually within a few minutes; this page looks every few seconds.</p>
<progress aria-label="Restoring" max="${CLOSED_STEPS.length}" value="${number}"></progress>
<p><strong>Step ${number} of ${CLOSED_STEPS.length}</strong>${STEPS[step ?? ''] ?? ''}</p>
</main></body></html>
`
}
