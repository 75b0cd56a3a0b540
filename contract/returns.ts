import * as z from 'zod'
import { conflicts, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money, Time, WholeNumber } from './fields.ts'
import { OrderItem, OrderLine, OwnOrder } from './orders.ts'
import { listQuery, paged } from './paging.ts'
import { RefundPartsGiven, RefundState } from './payments.ts'
import { adminProcedure, publicProcedure } from './policy.ts'
import { LONGEST_RETURN_REASON, MOST_RETURN_PICTURES, RETURN_STATUSES } from './return-status.ts'

const Sentence = (required: string) =>
  z.string().trim().min(1, required).max(LONGEST_RETURN_REASON, 'At most 2,000 characters')

/** Null days: the shop takes no returns, and nobody is offered one. */
export const ReturnSettingsEdit = z.strictObject({
  days: z
    .int('Enter a whole number of days')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days')
    .nullable(),
  /** Where and how to send it back: in the mail of the approval and on the order page. */
  instructions: z.string().trim().max(2000, 'At most 2,000 characters'),
})
export type ReturnSettingsEdit = z.infer<typeof ReturnSettingsEdit>

export const ReturnSettings = z.object({ ...ReturnSettingsEdit.shape, id: Id, version: Version })
export type ReturnSettings = z.infer<typeof ReturnSettings>

const ReturnLine = OrderItem.extend({
  /** Null until the parcel is opened. */
  arrived: z.int().nullable(),
})

/** A return as the customer sees it. */
export const OwnReturn = z.object({
  id: Id,
  status: z.enum(RETURN_STATUSES),
  reason: z.string(),
  /** The sentence of the desk with which it was declined or closed. */
  answer: z.string().nullable(),
  /** As they were when it was approved. */
  instructions: z.string(),
  /** Addresses of uploaded files; they are served to the customer and the desk alone. */
  pictures: z.array(z.string()),
  created_at: Time,
  decided_at: Time.nullable(),
  arrived_at: Time.nullable(),
  closed_at: Time.nullable(),
  refund: z.object({ amount: Money, status: RefundState }).nullable(),
  lines: z.array(ReturnLine),
})
export type OwnReturn = z.infer<typeof OwnReturn>

const ReturnableLine = OrderItem.extend({
  /** How many of them no return speaks of yet. */
  left: z.int(),
})

export const ReturnsOfOrder = z.object({
  /** Within how many days the shop takes returns; null: it takes none. */
  days: z.int().nullable(),
  /** Until when this order can be returned; null when it cannot. */
  until: Time.nullable(),
  lines: z.array(ReturnableLine),
  /** Newest first. */
  returns: z.array(OwnReturn),
})
export type ReturnsOfOrder = z.infer<typeof ReturnsOfOrder>

export const ReturnRequest = z.strictObject({
  /** The same key always means the same return, however often it is sent. */
  idempotency_key: Id,
  lines: z.array(OrderLine).min(1, 'Choose what you want to return').max(100),
  reason: Sentence('Please say why you return it'),
  pictures: z.array(z.string().max(200)).max(MOST_RETURN_PICTURES),
})
export type ReturnRequest = z.infer<typeof ReturnRequest>

export const ReturnRow = OwnReturn.pick({
  id: true,
  status: true,
  reason: true,
  created_at: true,
}).extend({
  order_id: Id,
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  items: z.array(OrderItem.pick({ name: true, quantity: true })),
})
export type ReturnRow = z.infer<typeof ReturnRow>

/** What a refund of what arrived comes to: of the products alone, and what is left of the payment. */
export const ReturnRefund = z.object({
  payment_id: z.string(),
  /** Without shipping. Never more than what is left. */
  amount: Money,
  left: Money,
  /** Only for an order with tax. */
  parts: RefundPartsGiven.nullable(),
  parts_left: RefundPartsGiven.extend({ tax_included: z.boolean() }).nullable(),
})
export type ReturnRefund = z.infer<typeof ReturnRefund>

/** A return as the desk sees it. */
export const AdminReturn = OwnReturn.extend({
  order_id: Id,
  user_id: Id.nullable(),
  guest_email: z.string().nullable(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  version: Version,
  /** For colleagues, about what arrived. */
  arrival_note: z.string().nullable(),
  lines: z.array(ReturnLine.extend({ restocked: z.int() })),
  /** Null when nothing was paid through the shop, or nothing is left of it. */
  refundable: ReturnRefund.nullable(),
})
export type AdminReturn = z.infer<typeof AdminReturn>

export const ReturnQuery = listQuery(['created_at'], {
  /** `open`: those that wait for the desk or for a parcel. */
  status: z.enum([...RETURN_STATUSES, 'open']).optional(),
  order_id: Id.optional(),
})
export type ReturnQuery = z.infer<typeof ReturnQuery>

export const ReturnAnswer = z.strictObject({
  answer: Sentence('Please write a sentence to the customer'),
})

export const ReturnArrival = z.strictObject({
  lines: z
    .array(
      z
        .strictObject({ product_id: Id, arrived: WholeNumber, restocked: WholeNumber })
        .refine(({ arrived, restocked }) => restocked <= arrived, {
          path: ['restocked'],
          message: 'Not more than arrived',
        }),
    )
    .min(1)
    .max(100),
  arrival_note: z.string().trim().max(2000, 'At most 2,000 characters').nullable(),
})
export type ReturnArrival = z.infer<typeof ReturnArrival>

const Picture = z.object({ name: z.string().max(100) })
const steps = { ...conflicts, ...refusals('RETURN_MOVED_ON') }

export const returns = {
  policy: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/returns/policy',
      summary: 'Within how many days the shop takes returns; null: it takes none',
    })
    .output(z.object({ days: z.int().nullable() })),
  of_own_order: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/orders/{id}/returns',
      summary: 'The returns of an own order, and what of it can be returned',
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(ReturnsOfOrder),
  ask: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 3600 } })
    .route({
      method: 'POST',
      path: '/orders/{id}/returns',
      summary: 'Ask for a return of an own order',
    })
    .input(OwnOrder.extend(ReturnRequest.shape))
    .errors(
      refusals(
        'ORDER_NOT_FOUND',
        'RETURN_NOT_POSSIBLE',
        'RETURN_TOO_MUCH',
        'TOO_MANY_RETURNS',
        'FILE_NOT_USABLE',
      ),
    )
    .output(OwnReturn),
  withdraw: publicProcedure
    .route({
      method: 'POST',
      path: '/orders/{id}/returns/{return_id}/withdraw',
      summary: 'Take a return back that nobody has answered yet',
    })
    .input(OwnOrder.extend({ return_id: Id }))
    .errors(refusals('ORDER_NOT_FOUND', 'ROW_NOT_FOUND', 'RETURN_MOVED_ON'))
    .output(OwnReturn),
  picture: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/orders/{id}/return-pictures/{name}',
      summary: 'A picture that was uploaded for a return of an own order',
    })
    .input(OwnOrder.extend(Picture.shape))
    .errors(refusals('ORDER_NOT_FOUND', 'ROW_NOT_FOUND'))
    .output(z.file()),

  settings: adminProcedure('orders')
    .route({ method: 'GET', path: '/returns/settings', summary: 'Whether returns are taken' })
    .output(ReturnSettings),
  save_settings: adminProcedure('settings')
    .route({ method: 'PUT', path: '/returns/settings', summary: 'Take returns, or none' })
    .input(z.strictObject({ ...ReturnSettingsEdit.shape, version: Version }))
    .errors(conflicts)
    .output(ReturnSettings),
  list: adminProcedure('orders')
    .route({ method: 'GET', path: '/returns', summary: 'All returns, newest first' })
    .input(ReturnQuery)
    .output(paged(ReturnRow)),
  get: adminProcedure('orders')
    .route({ method: 'GET', path: '/returns/{id}', summary: 'One return with its lines' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(AdminReturn),
  admin_picture: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/return_pictures/{name}',
      summary: 'A picture of a return',
    })
    .input(Picture)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.file()),
  approve: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/returns/{id}/approve',
      summary: 'Approve a return; the customer reads where to send it',
    })
    .input(SeenRow)
    .errors(steps)
    .output(AdminReturn),
  decline: adminProcedure('orders')
    .route({ method: 'POST', path: '/returns/{id}/decline', summary: 'Decline with a sentence' })
    .input(SeenRow.extend(ReturnAnswer.shape))
    .errors(steps)
    .output(AdminReturn),
  arrive: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/returns/{id}/arrive',
      summary: 'Note what arrived, and what of it goes back to stock',
    })
    .input(SeenRow.extend(ReturnArrival.shape))
    .errors({ ...steps, ...refusals('RETURN_TOO_MUCH') })
    .output(AdminReturn),
  refund: adminProcedure('refunds')
    .route({
      method: 'POST',
      path: '/returns/{id}/refund',
      summary: 'Give the money back for what arrived; once for a return',
    })
    .input(
      SeenRow.extend({
        amount: Money.refine((amount) => amount > 0, 'More than nothing'),
        /** Not given: in proportion to what was paid. Only for an order with tax. */
        parts: RefundPartsGiven.optional(),
      }),
    )
    .errors({
      ...steps,
      ...refusals('PAYMENT_NOT_FOUND', 'MORE_THAN_PAID', 'MORE_THAN_PART', 'PARTS_DO_NOT_ADD_UP'),
    })
    .output(AdminReturn),
  close: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/returns/{id}/close',
      summary: 'Close a return without a refund, with a sentence',
    })
    .input(SeenRow.extend(ReturnAnswer.shape))
    .errors(steps)
    .output(AdminReturn),
}
