import { z } from 'zod'
import type { Control } from './control.ts'
import { type Answer, type Call, isLoopback, json, message, readJson } from './http.ts'
import { type SwitchChange, WebhookChange } from './switches.ts'

const PayWish = z.strictObject({
  sessionId: z.string(),
  card: z.string().optional(),
  late: z.boolean().optional(),
})
const ExpireWish = z.strictObject({ sessionId: z.string() })
const ClockWish = z.strictObject({ advanceMs: z.number().int() })
const SendWish = WebhookChange.extend({ paymentId: z.string() })
const ReleaseWish = z.strictObject({ order: z.enum(['in-order', 'reverse']).optional() })

type Act = (control: Control, body: unknown) => unknown

/** Changes are checked by the switches themselves. */
const set: Act = (control, body) => control.set(body as SwitchChange)

const acts: Record<string, Act> = {
  'GET /_control/switches': (control) => control.switches(),
  'POST /_control/switches': set,
  'PATCH /_control/switches': set,
  'DELETE /_control/switches': (control) => control.reset(),
  'POST /_control/pay': (control, body) => {
    const { sessionId, card, late } = PayWish.parse(body)
    return control.pay(sessionId, card, { late })
  },
  'POST /_control/expire': async (control, body) => {
    await control.expire(ExpireWish.parse(body).sessionId)
    return { expired: true }
  },
  'POST /_control/clock': (control, body) => ({
    now: control.advanceClock(ClockWish.parse(body).advanceMs),
  }),
  'GET /_control/ledger': (control) => control.ledger(),
  'DELETE /_control/ledger': async (control) => {
    await control.clear()
    return control.ledger()
  },
  'GET /_control/webhooks': (control) => control.webhooks(),
  'POST /_control/webhooks/send': (control, body) => {
    const { paymentId, ...change } = SendWish.parse(body)
    return control.sendWebhook(paymentId, change)
  },
  'POST /_control/webhooks/release': (control, body) =>
    control.releaseWebhooks(ReleaseWish.parse(body).order),
  'GET /_control/idle': async (control) => {
    await control.idle()
    return control.webhooks()
  },
}

/** From this machine only: no proxy in between, and no web page through a browser. */
function isFromHere(call: Call): boolean {
  const host = (call.headers.host ?? '').replace(/:\d+$/, '')
  const foreign = call.headers.origin ?? call.headers['x-forwarded-for'] ?? call.headers.forwarded
  return isLoopback(call.remoteAddress) && isLoopback(host) && foreign === undefined
}

export function controlRoutes(control: Control): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (!isFromHere(call)) return message(403, 'The switches are for this machine only.')
    const act = acts[`${call.method} ${call.url.pathname}`]
    if (!act) return json({ message: '404 Not Found', known: Object.keys(acts) }, 404)
    const body = call.body.length > 0 ? readJson(call.body) : {}
    try {
      return json(await act(control, body))
    } catch (error) {
      const text = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      return message(400, text)
    }
  }
}
