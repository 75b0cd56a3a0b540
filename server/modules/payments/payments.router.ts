import { implement } from '@orpc/server'
import { clover_settings, cloverFunctions } from '#contract/clover-settings.ts'
import { payment_methods } from '#contract/edit-payment-methods.ts'
import { functions, payments } from '#contract/payments.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { findOwnOrder } from '../orders/index.ts'
import { acceptPayment, listAttention, listPaymentsOf, resolvePayment } from './attention.ts'
import { isPaymentConfigured, unreadableCredentials } from './clover/index.ts'
import {
  loadMerchants,
  readCloverSettings,
  saveCredentials,
  saveWebhookSecret,
  testConnection,
} from './clover-settings.ts'
import { completePayment } from './complete-payment.ts'
import { savePaymentMethod } from './edit-payment-methods.ts'
import { readHowToPay, readPaymentMethods } from './payment-methods.ts'
import { createPaymentLink } from './payment-page.ts'
import { markRefunded, refundPayment, retryRefund } from './refunds.ts'

const api = implement({
  functions: { ...functions, ...cloverFunctions },
  clover_settings,
  payment_methods,
  payments,
})
  .$context<RequestContext>()
  .use(guard)

export const paymentFunctions = {
  create_payment_link: api.functions.create_payment_link.handler(({ context, input }) =>
    createPaymentLink(context, input),
  ),
  complete_payment: api.functions.complete_payment.handler(({ context, input }) =>
    completePayment(context, input.orderId),
  ),
  get_clover_merchants: api.functions.get_clover_merchants.handler(({ context, input }) =>
    loadMerchants(context, input.privateToken),
  ),
}

export const cloverSettingsRouter = {
  status: api.clover_settings.status.handler(async ({ context }) => ({
    configured: await isPaymentConfigured(context),
  })),
  unreadable: api.clover_settings.unreadable.handler(({ context }) =>
    unreadableCredentials(context),
  ),
  get: api.clover_settings.get.handler(({ context }) => readCloverSettings(context)),
  save: api.clover_settings.save.handler(async ({ context, input }) =>
    saveCredentials(context, input, await changedBy(context)),
  ),
  set_webhook_secret: api.clover_settings.set_webhook_secret.handler(async ({ context, input }) =>
    saveWebhookSecret(context, input, await changedBy(context)),
  ),
  test: api.clover_settings.test.handler(({ context }) => testConnection(context)),
}

export const paymentMethodsRouter = {
  of_own_order: api.payment_methods.of_own_order.handler(async ({ context, input }) =>
    readHowToPay(context, await findOwnOrder(context, input)),
  ),
  list: api.payment_methods.list.handler(({ context }) => readPaymentMethods(context.db)),
  save: api.payment_methods.save.handler(async ({ context, input }) =>
    savePaymentMethod(context.db, input, await changedBy(context)),
  ),
}

export const paymentsRouter = {
  attention: api.payments.attention.handler(({ context, input }) =>
    listAttention(context.db, input.page),
  ),
  of_order: api.payments.of_order.handler(({ context, input }) =>
    listPaymentsOf(context.db, input.order_id),
  ),
  refund: api.payments.refund.handler(async ({ context, input }) =>
    refundPayment(context, { ...input, by: await changedBy(context) }),
  ),
  retry_refund: api.payments.retry_refund.handler(({ context, input }) =>
    retryRefund(context, input),
  ),
  mark_refunded: api.payments.mark_refunded.handler(async ({ context, input }) =>
    markRefunded(context, input, await changedBy(context)),
  ),
  accept: api.payments.accept.handler(async ({ context, input }) =>
    acceptPayment(context, input.payment_id, await changedBy(context)),
  ),
  resolve: api.payments.resolve.handler(async ({ context, input }) =>
    resolvePayment(context, input.payment_id, await changedBy(context)),
  ),
}
