// What every module may read of this one.
export { isPaymentConfigured } from './clover/credentials.ts'
export {
  attentionOf,
  isPaymentUnderWay,
  ordersNeedingAttention,
  refundsNamed,
} from './open-payments.ts'
export {
  arePaymentsTakenByHand,
  assertPayable,
  paymentDeadlineOf,
  paymentMethodsFor,
  readHowToPay,
} from './payment-methods.ts'
export { personalDataOf } from './personal-data.ts'
