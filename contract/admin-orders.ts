import * as z from 'zod'
import { Contact } from './customer-import.ts'
import { Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money, QueryFlag, Time } from './fields.ts'
import { ORDER_ACTORS } from './order-status.ts'
import { CouponCode, Order, OrderItem, OrderStatus, Tracking } from './orders.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

export const OrderQuery = listQuery(['created_at', 'total', 'customer'], {
  status: OrderStatus.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  coupon_code: CouponCode.optional(),
  needs_attention: QueryFlag.optional(),
  address_missing: QueryFlag.optional(),
  to_ship: QueryFlag.optional(),
  /** To be paid beside cards, and not paid yet. */
  awaits_payment: QueryFlag.optional(),
  /** Of those to ship: not packed yet, or packed. */
  packing: z.enum(['to-pack', 'packed']).optional(),
  /** The orders of one customer: the id of an account, or a guest's address. */
  customer: z.string().max(254).optional(),
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** The name and address of the profile, else a guest's own. */
const Customer = z.object({
  user_id: Id.nullable(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
})

const marks = {
  /** A payment of it waits for a decision. */
  needs_attention: z.boolean(),
  address_missing: z.boolean(),
  packed_at: Time.nullable(),
}

export const OrderRow = Order.pick({
  id: true,
  guest_email: true,
  total: true,
  coupon_code: true,
  status: true,
  tracking_number: true,
  tracking_link: true,
  created_at: true,
  completed_at: true,
  payment_method: true,
  hold_until: true,
}).extend({
  ...Customer.shape,
  ...marks,
  items: z.array(OrderItem.pick({ name: true, quantity: true })),
})
export type OrderRow = z.infer<typeof OrderRow>

export const OrderEvent = z.object({
  id: z.int(),
  from_status: OrderStatus.nullable(),
  to_status: OrderStatus,
  actor: z.enum(ORDER_ACTORS),
  reason: z.string(),
  created_at: Time,
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const OrderNote = z.object({
  id: Id,
  author_name: z.string(),
  text: z.string(),
  created_at: Time,
})
export type OrderNote = z.infer<typeof OrderNote>

/** An order as the staff sees it. */
export const AdminOrder = Order.extend({
  ...Customer.shape,
  ...marks,
  completed_by_hand: z.boolean(),
  /** Who marked it as paid, and what they noted about the payment. */
  paid_by: z.string().nullable(),
  paid_note: z.string().nullable(),
  shipped_at: Time.nullable(),
  cancelled_at: Time.nullable(),
  /** The name of who packed it. */
  packed_by: z.string().nullable(),
  /** The name of the colleague who entered it. */
  placed_by: z.string().nullable(),
  guest_name: z.string().nullable(),
  /** When the customer was last mailed a link to pay it. */
  link_sent_at: Time.nullable(),
  version: Version,
  events: z.array(OrderEvent),
  notes: z.array(OrderNote),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const NoteText = z.object({
  text: z.string().trim().min(1, 'Please write something').max(2000, 'At most 2,000 characters'),
})

export const MarkPaid = z.object({
  /** Such as the number of the transfer, or `Cash`. */
  note: z.string().trim().max(200, 'At most 200 characters').optional(),
})

export const MOST_AT_ONCE = 200

const Ids = z.array(Id).min(1).max(MOST_AT_ONCE)
const OneOrder = z.object({ id: Id })

/** Separated by commas, so that it fits a link. */
export const IdsInLink = z
  .string()
  .max(37 * MOST_AT_ONCE)
  .transform((text) => text.split(','))
  .pipe(Ids)

/** What only the back office asks about orders. */
export const adminOrders = {
  admin_list: adminProcedure('orders')
    .route({ method: 'GET', path: '/orders/all', summary: 'All orders, newest first' })
    .input(OrderQuery)
    .output(paged(OrderRow)),
  admin_get: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/{id}/details',
      summary: 'One order with its events and internal notes',
    })
    .input(OneOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(AdminOrder),
  set_statuses: adminProcedure('orders')
    .route({
      method: 'PUT',
      path: '/orders/status',
      summary: 'One status for several orders; what cannot have it is named',
    })
    .input(
      z.object({
        ids: Ids,
        status: OrderStatus,
        /** With `shipped`, for those of the orders that have tracking. */
        shipments: z.array(OneOrder.extend(Tracking.shape)).max(MOST_AT_ONCE).optional(),
      }),
    )
    .output(
      z.object({
        changed: z.int(),
        refused: z.array(z.object({ id: Id, message: z.string() })),
      }),
    ),
  mark_paid: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/orders/{id}/paid',
      summary: 'An order was paid by bank transfer or on pick-up; its confirmation is mailed',
    })
    .input(
      MarkPaid.extend({
        id: Id,
        /** The status that the admin saw: an order that was cancelled meanwhile is not revived. */
        seen: OrderStatus,
      }),
    )
    .errors(
      refusals(
        'ORDER_NOT_FOUND',
        'ORDER_CHANGED',
        'ALREADY_PAID',
        'PAID_BY_CARD_ALONE',
        'OUT_OF_STOCK',
        'COUPON_USED_UP',
      ),
    )
    .output(AdminOrder),
  add_note: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/orders/{id}/notes',
      successStatus: 201,
      summary: 'Write down something that customers never see',
    })
    .input(NoteText.extend({ id: Id }))
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(OrderNote),
  remove_note: adminProcedure('orders')
    .route({ method: 'DELETE', path: '/order_notes/{id}', summary: 'Delete an internal note' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id })),
  admin_invoice: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/{id}/invoice-copy',
      summary: 'The invoice of any paid order, as PDF',
    })
    .input(OneOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(z.file()),
  packing_slips: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/packing-slips',
      summary: 'One PDF with the packing slips of these orders, a page each',
    })
    .input(z.object({ ids: IdsInLink }))
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(z.file()),
}

export const CustomerQuery = listQuery(['last_order_at', 'spent', 'order_count', 'full_name'], {
  kind: z.enum(['registered', 'guest']).optional(),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

/** An account, or an address that ordered as a guest or was imported. */
export const CustomerRow = z.object({
  id: Id,
  user_id: Id.nullable(),
  email: z.string(),
  full_name: z.string(),
  order_count: z.int(),
  /** The sum of orders that were completed and not cancelled. */
  spent: Money,
  last_order_at: Time.nullable(),
  /** When the account was made, the first order of a guest or the import. */
  created_at: Time,
  /** Since when marketing mail is allowed. */
  consent_at: Time.nullable(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerDetails = CustomerRow.extend({
  consent_source: z.string().nullable(),
  /** Of imported consent: which list says so. */
  consent_proof: z.string().nullable(),
  /** What the list of another shop said about a guest. */
  contact: Contact.nullable(),
  unsubscribed_at: Time.nullable(),
  reviews: z.array(
    z.object({
      id: Id,
      product_id: Id,
      rating: z.int(),
      title: z.string(),
      comment: z.string(),
      created_at: Time,
    }),
  ),
  contact_messages: z.array(
    z.object({ id: Id, message: z.string(), status: z.string(), created_at: Time }),
  ),
  chats: z.array(
    z.object({ id: Id, status: z.string(), created_at: Time, message_count: z.int() }),
  ),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

const CustomerKey = z.object({ key: z.string().min(1).max(254) })

export const customers = {
  list: adminProcedure('customers')
    .route({
      method: 'GET',
      path: '/customers',
      summary: 'Accounts and guests with the sums of their orders',
    })
    .input(CustomerQuery)
    .output(paged(CustomerRow)),
  get: adminProcedure('customers')
    .route({
      method: 'GET',
      path: '/customers/{key}',
      summary: 'One customer, by the id of the account or the address of a guest',
    })
    .input(CustomerKey)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(CustomerDetails),
  orders: adminProcedure('customers')
    .route({
      method: 'GET',
      path: '/customers/{key}/orders',
      summary: 'The latest orders of one customer',
    })
    .input(CustomerKey)
    .output(paged(OrderRow)),
}
