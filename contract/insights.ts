import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { BACKUP_STATES } from './backups.ts'
import { Id, Time } from './fields.ts'
import { OrderStatus } from './orders.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const

/** One change that an admin made. `before` and `after` hold only the fields that differ. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: Time,
  actor_id: Id,
  actor_name: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** The table of the row that changed. */
  object_type: z.string(),
  object_id: z.string(),
  object_name: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = listQuery(['created_at'], {
  object_type: z.string().max(50).optional(),
  object_id: z.string().max(100).optional(),
  actor_id: Id.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const audit_log = {
  list: adminProcedure('changes')
    .route({
      method: 'GET',
      path: '/audit_log',
      summary: 'What administrators changed, newest first',
    })
    .input(AuditQuery)
    .output(paged(AuditEntry)),
}

/** What the back office shows live. A topic is the name of the API's entity whose lists are stale now. */
export const LIVE_TOPICS = [
  'orders',
  'payments',
  'returns',
  'products',
  'categories',
  'attributes',
  'reviews',
  'contact_messages',
  'canned_replies',
  'chat_conversations',
  'clover_settings',
  'payment_methods',
  'mail_templates',
  'mail_settings',
  'mail_suppressions',
  'campaigns',
  'coupons',
  'banner_content',
  'testimonials',
  'before_after',
  'pages',
  'redirects',
  'site_settings',
  'section_backgrounds',
  'audit_log',
  'backups',
  'shop_address',
  'shop_texts',
  'shipping',
  'tax',
  'setup',
  'people',
  'api_keys',
  'webhooks',
] as const
export const LiveTopic = z.enum(LIVE_TOPICS)
export type LiveTopic = z.infer<typeof LiveTopic>
export const LiveChange = z.object({ topic: LiveTopic })
export type LiveChange = z.infer<typeof LiveChange>

export const live = {
  changes: adminProcedure('team')
    .route({
      method: 'GET',
      path: '/live/changes',
      summary: 'Server-sent events: which lists of the back office have changed',
    })
    .output(eventIterator(LiveChange)),
}

/**
 * What waits for the team, and whether the shop is set up. Shown on tiles and in the navigation. What the caller may not
 * see is zero, or as it should be.
 */
export const Figures = z.object({
  /** Paid and not yet shipped. */
  orders_to_ship: z.int(),
  payments_attention: z.int(),
  low_stock: z.int(),
  contact_messages_new: z.int(),
  /** Conversations with messages that no admin has seen. */
  chats_unread: z.int(),
  reviews_unanswered: z.int(),
  /** Late, or paused by themselves. */
  campaigns_to_decide: z.int(),
  /** `simulated`: the simulator stands in for the provider, so no real money is taken. */
  payment: z.enum(['ready', 'simulated', 'missing', 'other-currency']),
  mail: z.enum(['ready', 'missing']),
  backup: z.enum(BACKUP_STATES),
})
export type Figures = z.infer<typeof Figures>

/** What waits for somebody, the most urgent first: the badge of the installed back office counts it. */
export const SHOWN_AS_WAITING = [
  {
    figure: 'payments_attention',
    one: 'payment that needs you',
    many: 'payments that need you',
    path: '/admin/orders?needs_attention=true',
  },
  {
    figure: 'orders_to_ship',
    one: 'order to ship',
    many: 'orders to ship',
    path: '/admin/orders?to_ship=true',
  },
  {
    figure: 'chats_unread',
    one: 'unread chat',
    many: 'unread chats',
    path: '/admin/chat?unread=true',
  },
  {
    figure: 'contact_messages_new',
    one: 'new contact message',
    many: 'new contact messages',
    path: '/admin/contact-messages?status=new',
  },
] as const

export const waitingCount = (figures: Pick<Figures, (typeof SHOWN_AS_WAITING)[number]['figure']>) =>
  SHOWN_AS_WAITING.reduce((sum, { figure }) => sum + figures[figure], 0)

export const RANGES = ['today', '7d', '30d', '90d', 'year', 'all', 'custom'] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = '30d'

const Day = z.iso.date().regex(/^20/, 'Days of this century')
const DayRange = z.object({ from: Day, to: Day })
export type DayRange = z.infer<typeof DayRange>

/** `from` and `to` are days of a custom range, both included. */
export const DashboardQuery = z
  .object({
    range: z.enum(RANGES).optional(),
    from: Day.optional(),
    to: Day.optional(),
  })
  .refine(({ range, from, to }) => range !== 'custom' || (from && to && from <= to), {
    path: ['to'],
    message: 'A custom range has a first day and a last day, in this order',
  })
export type DashboardQuery = z.infer<typeof DashboardQuery>

/** The days of the CSV file. */
export const SalesExportQuery = DayRange.refine(({ from, to }) => from <= to)

/** Dollars, whole cents. Sums may be larger than the price of any order; a profit may be a loss. */
const Sum = z.number()

/** Revenue counts the totals of orders that were completed once and are not cancelled. */
const Sales = z.object({
  orders: z.int(),
  revenue: Sum,
  /** What coupons took off. */
  discount: Sum,
  /** Of the revenue. */
  shipping: Sum,
  tax: Sum,
  coupon_orders: z.int(),
  /** Orders of customers who had completed one before. */
  returning_orders: z.int(),
  /** Money given back for orders that count as revenue, on the day of the refund. */
  refunded: Sum,
})
export type Sales = z.infer<typeof Sales>

const SalesDay = Sales.extend({ day: Day })
export type SalesDay = z.infer<typeof SalesDay>

const ProductLine = z.object({ id: Id, name: z.string(), image_url: z.string().nullable() })

/** All days are UTC. */
export const Dashboard = z.object({
  range: DayRange,
  /** The period before, of the same length (the same days of last year for `year`); null for all time. */
  previous_range: DayRange.nullable(),
  total: Sales,
  previous_total: Sales.nullable(),
  /** Every day of the range, also those without sales. */
  days: z.array(SalesDay),
  previous_days: z.array(SalesDay),
  orders_by_status: z.array(z.object({ status: OrderStatus, orders: z.int() })),
  top_products: z.array(ProductLine.extend({ units: z.int(), revenue: Sum })),
  /** The categories that lines were sold in; null: none, or deleted since. */
  top_categories: z.array(
    z.object({ category: z.string().nullable(), units: z.int(), revenue: Sum }),
  ),
  /** The shop as a whole, whatever the range. */
  shop: z.object({
    revenue: Sum,
    /** cost_price times stock. */
    inventory_cost: Sum,
    /** (price minus cost_price) times stock. */
    potential_profit: Sum,
    /** In stock, but without a cost price: left out of both. */
    products_without_cost: z.int(),
    low_stock: z.int(),
    low_stock_products: z.array(ProductLine.extend({ stock: z.int() })),
  }),
})
export type Dashboard = z.infer<typeof Dashboard>

export const insights = {
  figures: adminProcedure('team')
    .route({
      method: 'GET',
      path: '/insights/figures',
      summary: 'What waits for the shop owner, and what is not set up yet',
    })
    .output(Figures),
  dashboard: adminProcedure('figures')
    .route({ method: 'GET', path: '/insights/dashboard', summary: 'Sales, stock and best sellers' })
    .input(DashboardQuery)
    .output(Dashboard),
}
