import * as z from 'zod'
import { type Answer, json, message, notFound, unauthorized } from './http.ts'

const fraction = z.number().min(0).max(1)
const milliseconds = z.number().int().min(0)

const WebhookSettings = z.strictObject({
  /** `hold` keeps it until `releaseWebhooks`, which can reverse the order. */
  timing: z.enum(['before-redirect', 'after-redirect', 'never', 'hold']),
  /** Above 0, the browser is sent back first and the webhook follows this much later. */
  delayMs: milliseconds,
  /** The share of webhooks that `delayMs` applies to. */
  delayFraction: fraction,
  /** The share of webhooks that get lost. */
  dropFraction: fraction,
  /** 2 = sent twice, at the same time. */
  copies: z.number().int().min(1).max(10_000),
  signature: z.enum(['right', 'wrong', 'missing']),
  /** -360 makes a signature that is six minutes old. */
  timestampOffsetSeconds: z.number().int(),
  /** `Data` writes every key with a capital, as the labels in Clover's documentation. */
  sessionKey: z.enum(['checkoutSessionId', 'data', 'data.checkoutSessionId', 'Data']),
  /** Where webhooks go; null sends none. */
  url: z.url().nullable(),
  /** How late the webhook of the "wait" test card is. */
  waitCardMs: milliseconds,
})

const CreateSettings = z.strictObject({
  timeFormat: z.enum(['T', '@', 'ms', 's']),
})

const PaymentSettings = z.strictObject({
  /** A payment younger than this is not found yet, neither alone nor in lists. */
  notFoundForMs: milliseconds,
  /** Added to the amount that reads report. */
  amountDelta: z.number().int(),
  /** The result that reads report for approved payments. */
  result: z.enum(['SUCCESS', 'FAIL', 'VOIDED', 'VOIDING', 'PENDING', 'AUTH']),
})

const PageSettings = z.strictObject({
  /** What becomes of {CHECKOUT_SESSION_ID} and {ERROR_CODE} in redirect URLs. */
  placeholder: z.enum(['literal', 'filled']),
  /** After a decline: go to the failure URL, or stay on the page and show the error. */
  decline: z.enum(['redirect', 'stay']),
})

const FaultRule = z.strictObject({
  on: z.enum(['any', 'create', 'payments', 'orders', 'merchants', 'refunds']),
  fault: z.enum([
    '401',
    '403',
    '404',
    '429',
    '500',
    'non-json',
    'slow',
    'hang',
    'drop',
    'answer-lost',
  ]),
  /** The share of calls it applies to. */
  fraction: fraction.default(1),
  /** It applies this often, then never again. */
  times: z.number().int().min(1).optional(),
  /** How long `slow` waits before it answers, and `hang` before it hangs up. */
  delayMs: milliseconds.default(30_000),
  retryAfterSeconds: z.number().int().min(0).default(1),
})

export type FaultRule = z.infer<typeof FaultRule>
export type CallKind = Exclude<FaultRule['on'], 'any'>
export type WebhookSettings = z.infer<typeof WebhookSettings>

export type Settings = {
  webhook: WebhookSettings
  create: z.infer<typeof CreateSettings>
  payments: z.infer<typeof PaymentSettings>
  page: z.infer<typeof PageSettings>
  /** `required` answers 403 to API calls without a User-Agent. */
  userAgent: 'optional' | 'required'
  /** The first rule that matches a call is applied. */
  faults: FaultRule[]
}

export const WebhookChange = WebhookSettings.partial()
export type WebhookChange = z.infer<typeof WebhookChange>

const SettingsChange = z
  .strictObject({
    webhook: WebhookChange,
    create: CreateSettings.partial(),
    payments: PaymentSettings.partial(),
    page: PageSettings.partial(),
    userAgent: z.enum(['optional', 'required']),
    faults: z.array(FaultRule),
  })
  .partial()

export type SettingsChange = z.input<typeof SettingsChange>

export function defaultSettings(webhookUrl?: string): Settings {
  return {
    webhook: {
      timing: 'before-redirect',
      delayMs: 0,
      delayFraction: 1,
      dropFraction: 0,
      copies: 1,
      signature: 'right',
      timestampOffsetSeconds: 0,
      sessionKey: 'checkoutSessionId',
      url: webhookUrl ?? null,
      waitCardMs: 8_000,
    },
    create: { timeFormat: 'T' },
    payments: { notFoundForMs: 0, amountDelta: 0, result: 'SUCCESS' },
    page: { placeholder: 'literal', decline: 'redirect' },
    userAgent: 'optional',
    faults: [],
  }
}

/** Changes what is named and leaves the rest as it stands. */
export function changeSettings(settings: Settings, change: unknown): void {
  const { webhook, create, payments, page, userAgent, faults } = SettingsChange.parse(change)
  Object.assign(settings.webhook, webhook)
  Object.assign(settings.create, create)
  Object.assign(settings.payments, payments)
  Object.assign(settings.page, page)
  if (userAgent) settings.userAgent = userAgent
  if (faults) settings.faults = faults
}

/** Draws only when the answer is open, so a scripted `random` stays predictable. */
export function happens(share: number, random: () => number): boolean {
  if (share >= 1) return true
  return share > 0 && random() < share
}

const timesApplied = new WeakMap<FaultRule, number>()

/** The rule that applies to this call; counts it. */
export function matchFault(
  faults: FaultRule[],
  kind: CallKind,
  random: () => number,
): FaultRule | undefined {
  for (const rule of faults) {
    if (rule.on !== 'any' && rule.on !== kind) continue
    const sofar = timesApplied.get(rule) ?? 0
    if (rule.times !== undefined && sofar >= rule.times) continue
    if (!happens(rule.fraction, random)) continue
    timesApplied.set(rule, sofar + 1)
    return rule
  }
  return undefined
}

/** The answer that a fault sends instead of the right one; null for none. */
export function faultAnswer(rule: FaultRule): Answer | null {
  if (rule.fault === '401') return unauthorized()
  if (rule.fault === '403') return message(403, '403 Forbidden')
  if (rule.fault === '404') return notFound()
  if (rule.fault === '500') return message(500, '500 Internal Server Error')
  if (rule.fault === '429') {
    const headers = {
      'retry-after': String(rule.retryAfterSeconds),
      'x-ratelimit-tokenconcurrentlimit': '5',
    }
    return json({ message: '429 Too Many Requests' }, 429, headers)
  }
  if (rule.fault === 'non-json') {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return { status: 200, headers, body: '<html><body>Temporarily elsewhere</body></html>' }
  }
  return null
}
