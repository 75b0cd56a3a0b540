import * as z from 'zod'
import { Email, Id, Money, QueryNumber, Time } from './fields.ts'
import { Order, placeOrderErrors } from './orders.ts'
import { admin, anyone, refusal } from './policy.ts'

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
  idempotencyKey: Id,
})

const paymentLinkErrors = {
  ...placeOrderErrors,
  NOT_CONFIGURED: refusal('Clover payment is not configured'),
  PROVIDER_UNAVAILABLE: { status: 503, message: 'Failed to create payment link' },
  ORDER_CLOSED: refusal('This order can no longer be paid. Please order again.'),
  NOT_FOUND: { status: 404, message: 'Order not found' },
}

/** The five functions that keep the names they were given. */
export const functions = {
  create_payment_link: anyone
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/functions/create-payment-link',
      summary: 'Where the browser goes to pay',
    })
    .input(z.union([LinkForOrder, LinkForCart]))
    .errors(paymentLinkErrors)
    .output(z.object({ paymentUrl: z.string(), orderId: Id })),
  complete_payment: anyone
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
        /** `pending` may still become `paid`; `closed` will not. */
        state: z.enum(['paid', 'pending', 'closed']),
      }),
    ),
}

export const clover_settings = {
  status: anyone
    .route({ method: 'GET', path: '/clover_settings', summary: 'Can this shop take payments?' })
    .output(z.object({ configured: z.boolean() })),
}

export const Payment = z.object({
  payment_id: z.string(),
  order_id: Id.nullable(),
  amount: Money,
  refunded: Money,
  status: z.enum(['settled', 'needs-attention', 'resolved']),
  attention_reason: z
    .enum([
      'late',
      'second-payment',
      'wrong-amount',
      'unknown-order',
      'wrong-merchant',
      // The order was completed on a signed notice, and the provider's books say otherwise.
      'not-confirmed',
    ])
    .nullable(),
  created_at: Time,
  order: Order.pick({ id: true, status: true, total: true, guest_email: true }).nullable(),
})
export type Payment = z.infer<typeof Payment>

const PaymentId = z.object({ payment_id: z.string().min(1).max(64) })
const PaymentNotFound = { NOT_FOUND: { status: 404, message: 'Payment not found' } }

export const payments = {
  attention: admin
    .route({
      method: 'GET',
      path: '/payments/attention',
      summary: 'Payments that need a person, newest first',
    })
    .input(z.object({ page: QueryNumber.pipe(z.int().min(1).max(10_000)).optional() }))
    .output(z.object({ items: z.array(Payment), page: z.int(), has_more: z.boolean() })),
  refund: admin
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/refunds',
      summary: 'Give money back, all or a part',
    })
    .input(
      PaymentId.extend({
        amount: Money.refine((amount) => amount > 0, 'More than nothing'),
        reason: z.string().trim().max(500).optional(),
      }),
    )
    .errors({
      ...PaymentNotFound,
      MORE_THAN_PAID: refusal(
        'The refund is more than what is left of this payment.',
        z.object({ left: Money }),
      ),
    })
    .output(
      z.object({
        id: Id,
        amount: Money,
        /**
         * `recorded`: the provider did not do it; refund it in the provider's dashboard.
         * `pending`: the provider did not answer; the shop finds out by itself.
         */
        status: z.enum(['succeeded', 'recorded', 'pending']),
      }),
    ),
  accept: admin
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/accept',
      summary: 'Fulfil after all: a late payment of the right amount revives its order',
    })
    .input(PaymentId)
    .errors({
      ...PaymentNotFound,
      NOT_ACCEPTABLE: refusal('This payment can not complete its order. Please refund it.'),
      OUT_OF_STOCK: placeOrderErrors.OUT_OF_STOCK,
      COUPON_USED_UP: placeOrderErrors.COUPON_USED_UP,
    })
    .output(Payment),
  resolve: admin
    .route({
      method: 'POST',
      path: '/payments/{payment_id}/resolve',
      summary: 'A person has looked after it',
    })
    .input(PaymentId)
    .errors(PaymentNotFound)
    .output(Payment),
}
