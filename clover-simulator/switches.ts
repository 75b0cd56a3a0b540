import { z } from 'zod'

const fraction = z.number().min(0).max(1)
const milliseconds = z.number().int().min(0)

const WebhookSwitches = z.strictObject({
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
  /** How late the news of the "wait" test card is. */
  waitCardMs: milliseconds,
})

const CreateSwitches = z.strictObject({
  timeFormat: z.enum(['T', '@', 'ms', 's']),
})

const PaymentSwitches = z.strictObject({
  /** A payment younger than this is not found yet, neither alone nor in lists. */
  notFoundForMs: milliseconds,
  /** Added to the amount that reads report. */
  amountDelta: z.number().int(),
  /** The result that reads report for approved payments. */
  result: z.enum(['SUCCESS', 'VOIDED', 'PENDING', 'AUTH']),
})

const PageSwitches = z.strictObject({
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
  /** The share of calls it strikes. */
  fraction: fraction.default(1),
  /** It strikes this often, then never again. */
  times: z.number().int().min(1).optional(),
  /** How long `slow` waits before it answers, and `hang` before it hangs up. */
  delayMs: milliseconds.default(30_000),
  retryAfterSeconds: z.number().int().min(0).default(1),
})

export type FaultRule = z.infer<typeof FaultRule>
export type CallKind = Exclude<FaultRule['on'], 'any'>
export type WebhookSwitches = z.infer<typeof WebhookSwitches>

export type Switches = {
  webhook: WebhookSwitches
  create: z.infer<typeof CreateSwitches>
  payments: z.infer<typeof PaymentSwitches>
  page: z.infer<typeof PageSwitches>
  /** `required` answers 403 to API calls without a User-Agent. */
  userAgent: 'optional' | 'required'
  /** The first rule that matches a call and strikes is applied. */
  faults: FaultRule[]
}

export const WebhookChange = WebhookSwitches.partial()
export type WebhookChange = z.infer<typeof WebhookChange>

const SwitchChange = z
  .strictObject({
    webhook: WebhookChange,
    create: CreateSwitches.partial(),
    payments: PaymentSwitches.partial(),
    page: PageSwitches.partial(),
    userAgent: z.enum(['optional', 'required']),
    faults: z.array(FaultRule),
  })
  .partial()

export type SwitchChange = z.input<typeof SwitchChange>

export function defaultSwitches(webhookUrl?: string): Switches {
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
export function changeSwitches(switches: Switches, change: unknown): void {
  const { webhook, create, payments, page, userAgent, faults } = SwitchChange.parse(change)
  Object.assign(switches.webhook, webhook)
  Object.assign(switches.create, create)
  Object.assign(switches.payments, payments)
  Object.assign(switches.page, page)
  if (userAgent) switches.userAgent = userAgent
  if (faults) switches.faults = faults
}

/** Draws only when the answer is open, so a scripted `random` stays predictable. */
export function happens(share: number, random: () => number): boolean {
  if (share >= 1) return true
  return share > 0 && random() < share
}
