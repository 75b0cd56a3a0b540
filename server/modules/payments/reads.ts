// What every module may read of this one.
export { attentionOf, ordersNeedingAttention } from './open-payments.ts'
export {
  arePaymentsTakenByHand,
  assertPayable,
  paymentDeadlineOf,
  paymentMethodsFor,
  readHowToPay,
} from './payment-methods.ts'
export { personalDataOf } from './personal-data.ts'
