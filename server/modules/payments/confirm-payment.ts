import type { AppContext } from '#server/platform/rpc.ts'
import { createClover } from './clover-client.ts'
import { knownCredentials } from './clover-credentials.ts'
import { ProviderError } from './provider-error.ts'
import type { Notice } from './read-notice.ts'

/** A payment may be announced before the provider's own books show it. */
const LONGEST_MISSING_MS = 10 * 60_000
const NEVER_PAID = ['FAIL', 'VOIDED', 'VOIDING']

export type Confirmation = 'not-paid' | 'waiting' | 'unreadable' | { amount_cents: number }

/**
 * What the provider's books say about a signed notice. Where they cannot be read (no network, no permission),
 * the signature has to do for now: `unreadable`. A notice without an amount then waits for better times.
 */
export async function confirmPayment(
  context: AppContext,
  notice: Pick<Notice, 'payment_id' | 'merchant_id' | 'amount_cents'>,
  age_ms: number,
): Promise<Confirmation> {
  const known = await knownCredentials(context)
  const credentials = known.find(({ merchant_id }) => merchant_id === notice.merchant_id)
  if (!credentials) return 'unreadable'
  try {
    const payment = await createClover(context.config, credentials).readPayment(notice.payment_id)
    if (payment.result === 'SUCCESS') return { amount_cents: payment.amount_cents }
    return NEVER_PAID.includes(payment.result) ? 'not-paid' : 'waiting'
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.warn({ err, payment_id: notice.payment_id }, 'payment not confirmed')
    if (err.isMissing) return age_ms > LONGEST_MISSING_MS ? 'unreadable' : 'waiting'
    return notice.amount_cents !== null || err.isForbidden ? 'unreadable' : 'waiting'
  }
}
