export { paymentsJobs } from './payments.jobs.ts'
export { cloverSettingsRouter, paymentFunctions, paymentsRouter } from './payments.router.ts'
export { personalDataOf } from './personal-data.ts'
export { servePaymentWebhooks } from './webhooks.ts'
