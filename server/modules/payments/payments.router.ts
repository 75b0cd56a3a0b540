import { implement } from '@orpc/server'
import * as contract from '#contract/payments.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { acceptPayment } from './accept-payment.ts'
import { activeCredentials } from './clover-credentials.ts'
import { completePayment } from './complete-payment.ts'
import { createPaymentLink } from './create-payment-link.ts'
import { listAttention } from './list-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { resolvePayment } from './resolve-payment.ts'

const { functions, clover_settings, payments } = contract
const shop = implement({ functions, clover_settings, payments })
  .$context<RequestContext>()
  .use(guard)

export const paymentFunctions = {
  create_payment_link: shop.functions.create_payment_link.handler(({ context, input }) =>
    createPaymentLink(context, input),
  ),
  complete_payment: shop.functions.complete_payment.handler(({ context, input }) =>
    completePayment(context, input.orderId),
  ),
}

export const cloverSettingsRouter = {
  status: shop.clover_settings.status.handler(async ({ context }) => ({
    configured: Boolean(await activeCredentials(context)),
  })),
}

export const paymentsRouter = {
  attention: shop.payments.attention.handler(({ context, input }) =>
    listAttention(context.db, input.page),
  ),
  refund: shop.payments.refund.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    return refundPayment(context, { ...input, created_by: profile.id })
  }),
  accept: shop.payments.accept.handler(({ context, input }) =>
    acceptPayment(context, input.payment_id),
  ),
  resolve: shop.payments.resolve.handler(({ context, input }) =>
    resolvePayment(context, input.payment_id),
  ),
}
