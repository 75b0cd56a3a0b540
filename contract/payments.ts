import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Money, QueryNumber, Time } from './fields.ts'
import { Order, placeOrderErrors, VisitSourceName } from './orders.ts'
import { adminProcedure, publicProcedure } from './policy.ts'

/** From checkout: an order that exists. */
const LinkForOrder = z.object({
  orderId: Id,
  amount: Money,
  email: Email,
  customerName: z.string().max(200),
  /** The secret of a guest's link, where there is no cookie of the checkout. */
  key: z.string().max(100).optional(),
})

/** From the cart drawer: the cart itself. Names and prices are what the shopper saw; the server looks them up. */
const LinkForCart = z.object({
  items: z
    .array(
      z.object({
        product_id: Id,
        name: z.string().max(200),
        price: Money,
        quantity: z.int().min(1).max(999),
      }),
    )
    .min(1, 'Your cart is empty')
    .max(100),
  total: Money,
  /** Without one, the same items and total from the same visitor within a minute are the same order. */
  idempotencyKey: Id.optional(),
  visit_source: VisitSourceName.optional(),
})

const paymentLinkErrors = {
  ...placeOrderErrors,
  ...refusals('PROVIDER_UNAVAILABLE', 'ORDER_CLOSED', 'ORDER_NOT_FOUND'),
}

/** The functions that keep the names they were given. */
export const functions = {
  create_payment_link: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/functions/create-payment-link',
      summary: 'The address of the payment page',
    })
    .input(z.union([LinkForOrder, LinkForCart]))
    .errors(paymentLinkErrors)
    .output(z.object({ paymentUrl: z.string(), orderId: Id })),
  complete_payment: publicProcedure
    .meta({ limit: { calls: 120, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/functions/complete-payment',
      summary: 'Is this order paid? Answered from what the provider says',
    })
    .input(z.object({ orderId: Id }))
    .output(
      z.object({
        success: z.boolean(),
        error: z.string().nullable(),
        /**
         * `pending` and `declined` may still become `paid`; `closed` will not.
         * `placed`: to be paid by bank transfer or on pick-up; only its owner learns that.
         * `declined`: the last card was refused, `error` says why; another payment link leads back to the page.
         */
        state: z.enum(['paid', 'pending', 'placed', 'declined', 'closed']),
      }),
    ),
}

/**
 * `requested`: the provider has not answered; the shop finds out by itself.
 * `failed`: the provider did not do it; it can be tried again, or done in the provider's dashboard.
 * `done-by-hand`: the admin says that it was done there.
 */
export const REFUND_STATUSES = ['requested', 'confirmed', 'failed', 'done-by-hand'] as const

export const PAYMENT_STATUSES = ['settled', 'needs-attention', 'resolved'] as const

export const ATTENTION_REASONS = [
  'late',
  'second-payment',
  'wrong-amount',
  'unknown-order',
  'wrong-merchant',
  // A signed webhook event that the provider's API does not confirm, yet or at all.
  'unconfirmed',
  // The provider's API says that this payment failed or was voided.
  'denied',
] as const

export const RefundPartsGiven = z.strictObject({ goods: Money, shipping: Money, tax: Money })

export const RefundState = z.enum(REFUND_STATUSES)

const Refund = z.object({
  id: Id,
  amount: Money,
  /** Its parts; the rest is for the products. With `tax_included` of the order, the tax is within. */
  shipping: Money,
  tax: Money,
  status: RefundState,
  failure: z.string().nullable(),
  created_at: Time,
})
export type Refund = z.infer<typeof Refund>

export const Payment = z.object({
  payment_id: z.string(),
  order_id: Id.nullable(),
  amount: Money,
  refunded: Money,
  status: z.enum(PAYMENT_STATUSES),
  attention_reason: z.enum(ATTENTION_REASONS).nullable(),
  created_at: Time,
  /** Newest first. */
  refunds: z.array(Refund),
  order: Order.pick({ id: true, status: true, total: true, guest_email: true }).nullable(),
  /** What can still be given back of an order with tax, part by part; null for other payments. */
  parts_left: z.object({ ...RefundPartsGiven.shape, tax_included: z.boolean() }).nullable(),
})
export type Payment = z.infer<typeof Payment>

const PaymentId = z.object({ payment_id: z.string().min(1).max(64) })
const RefundId = PaymentId.extend({ id: Id })

export const payments = {
  attention: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/payments/attention',
      summary: 'Payments that need attention, newest first',
    })
    .input(z.object({ page: QueryNumber.pipe(z.int().min(1).max(10_000)).optional() }))
    .output(z.object({ items: z.array(Payment), page: z.int(), has_more: z.boolean() })),
  of_order: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/{order_id}/payments',
      summary: 'What was paid for an order, with its refunds; newest first',
    })
    .input(z.object({ order_id: Id }))
    .output(z.array(Payment)),
  refund: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/refunds',
      summary: 'Give money back, all or a part',
    })
    .input(
      PaymentId.extend({
        amount: Money.refine((amount) => amount > 0, 'More than nothing'),
        reason: z.string().trim().max(500).optional(),
        /** Not given: in proportion to what was paid. Only for an order with tax. */
        parts: RefundPartsGiven.optional(),
      }),
    )
    .errors(
      refusals('PAYMENT_NOT_FOUND', 'MORE_THAN_PAID', 'MORE_THAN_PART', 'PARTS_DO_NOT_ADD_UP'),
    )
    .output(Refund),
  retry_refund: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/refunds/{id}/retry',
      summary: 'Try a failed refund again; the money goes back once',
    })
    .input(RefundId)
    .errors(refusals('REFUND_NOT_FOUND', 'REFUND_NOT_FAILED', 'MORE_THAN_PAID'))
    .output(Refund),
  mark_refunded: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/refunds/{id}/done-by-hand',
      summary: "The refund was done in the provider's dashboard",
    })
    .input(RefundId)
    .errors(refusals('REFUND_NOT_FOUND', 'REFUND_NOT_FAILED', 'MORE_THAN_PAID'))
    .output(Refund),
  accept: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/accept',
      summary:
        'Complete the order with a payment that came late or that the provider does not confirm',
    })
    .input(PaymentId)
    .errors(refusals('PAYMENT_NOT_FOUND', 'NOT_ACCEPTABLE', 'OUT_OF_STOCK', 'COUPON_USED_UP'))
    .output(Payment),
  resolve: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/resolve',
      summary: 'Mark as resolved',
    })
    .input(PaymentId)
    .errors(refusals('PAYMENT_NOT_FOUND'))
    .output(Payment),
}
