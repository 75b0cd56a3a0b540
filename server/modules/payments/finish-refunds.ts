import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { toCents } from '../orders/index.ts'
import { refunds } from './payments.table.ts'
import { ProviderError } from './provider-error.ts'
import { finishRefund, merchantOf } from './refund-payment.ts'

const AT_ONCE = 20
/** Younger ones may still be on their way. */
const YOUNGEST_MS = 30_000

/** Refunds of which we do not know whether the provider did them: its own list tells. */
export async function finishRefunds(context: AppContext) {
  const before = new Date(context.now().getTime() - YOUNGEST_MS).toISOString()
  const open = await context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lte(refunds.created_at, before)))
    .limit(AT_ONCE)
  for (const refund of open) {
    await finishOne(context, refund).catch((err) => {
      if (!(err instanceof ProviderError)) throw err
      context.log.warn({ err, refund: refund.id }, 'refund still unknown')
    })
  }
}

async function finishOne(context: AppContext, refund: typeof refunds.$inferSelect) {
  const clover = await merchantOf(context, refund.payment_id)
  const done = (await clover?.listRefunds(refund.payment_id)) ?? []
  const taken = await linkedRefunds(
    context,
    done.map((one) => one.provider_refund_id),
  )
  const found = done.find(
    ({ provider_refund_id, amount_cents }) =>
      amount_cents === toCents(refund.amount) && !taken.has(provider_refund_id),
  )
  await finishRefund(
    context,
    refund,
    found
      ? { status: 'succeeded', provider_refund_id: found.provider_refund_id }
      : { status: 'recorded', provider_refund_id: null },
  )
}

async function linkedRefunds({ db }: AppContext, ids: string[]) {
  if (ids.length === 0) return new Set<string | null>()
  const rows = await db
    .select({ id: refunds.provider_refund_id })
    .from(refunds)
    .where(and(isNotNull(refunds.provider_refund_id), inArray(refunds.provider_refund_id, ids)))
  return new Set(rows.map(({ id }) => id))
}
