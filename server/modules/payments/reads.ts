// What every module may read of this one.
export { isPaymentConfigured } from './clover/credentials.ts'
export { attentionOf, ordersNeedingAttention } from './open-payments.ts'
export { personalDataOf } from './personal-data.ts'
