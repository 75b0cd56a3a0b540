// What every module may read of this one.
export { isPaymentConfigured } from './clover/credentials.ts'
export { attentionOf, isPaymentUnderWay, ordersNeedingAttention } from './open-payments.ts'
export { personalDataOf } from './personal-data.ts'
