export { listPaymentsOf } from './attention.ts'
export { paymentState } from './clover-settings.ts'
export { countAttention } from './open-payments.ts'
export { readPaymentSetup } from './payment-setup.ts'
export { paymentsJobs } from './payments.jobs.ts'
export {
  cloverSettingsRouter,
  paymentFunctions,
  paymentMethodsRouter,
  paymentsRouter,
} from './payments.router.ts'
export { refundedTaxes, refundsByDay, refundsById } from './refund-parts.ts'
export { refundPayment } from './refunds.ts'
export { paymentsDemoData, simulatedOrders } from './remove-demo-data.ts'
export { servePaymentWebhooks } from './webhooks.ts'
