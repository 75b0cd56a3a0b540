import * as z from 'zod'
import { Id } from './fields.ts'
import { DashboardQuery, RANGES } from './insights.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

const Day = z.iso.date()

/** How many visits came how far, and what was paid. */
const FunnelCounts = z.object({
  visits: z.int(),
  /** Visits that saw a product. */
  views: z.int(),
  /** Visits that put something into the cart. */
  carts: z.int(),
  /** Visits that began to check out. */
  checkouts: z.int(),
  /** Orders that were paid and are not cancelled. */
  orders: z.int(),
  revenue: z.number(),
})
export type FunnelCounts = z.infer<typeof FunnelCounts>

export const Funnel = z.object({
  is_counting: z.boolean(),
  range: z.object({ from: Day, to: Day }),
  total: FunnelCounts,
})
export type Funnel = z.infer<typeof Funnel>

const days = { range: z.enum(RANGES).optional(), from: Day.optional(), to: Day.optional() }

export const FunnelDayQuery = listQuery(['day', 'visits', 'orders', 'revenue'], days)
export type FunnelDayQuery = z.infer<typeof FunnelDayQuery>

/** A day of the shop's time zone. Of what is older than 400 days the first day of a month has the whole month. */
export const FunnelDay = FunnelCounts.extend({ id: Day })
export type FunnelDay = z.infer<typeof FunnelDay>

export const SourceQuery = listQuery(
  ['visits', 'views', 'carts', 'checkouts', 'orders', 'revenue', 'source'],
  days,
)
export type SourceQuery = z.infer<typeof SourceQuery>

export const VisitSource = FunnelCounts.extend({ id: z.string(), source: z.string() })
export type VisitSource = z.infer<typeof VisitSource>

export const VisitedProductQuery = listQuery(['views', 'carts', 'orders', 'units', 'revenue'], days)
export type VisitedProductQuery = z.infer<typeof VisitedProductQuery>

/** Each visit counts once for a product, however often it looks at it. */
export const VisitedProduct = z.object({
  id: Id,
  name: z.string(),
  image_url: z.string().nullable(),
  views: z.int(),
  carts: z.int(),
  orders: z.int(),
  units: z.int(),
  revenue: z.number(),
})
export type VisitedProduct = z.infer<typeof VisitedProduct>

export const visits = {
  funnel: adminProcedure('figures')
    .route({ method: 'GET', path: '/visits/funnel', summary: 'From visits to paid orders' })
    .input(DashboardQuery)
    .output(Funnel),
  days: adminProcedure('figures')
    .route({ method: 'GET', path: '/visits/days', summary: 'Visits and paid orders of each day' })
    .input(FunnelDayQuery)
    .output(paged(FunnelDay)),
  sources: adminProcedure('figures')
    .route({ method: 'GET', path: '/visits/sources', summary: 'Where visits and orders came from' })
    .input(SourceQuery)
    .output(paged(VisitSource)),
  products: adminProcedure('figures')
    .route({
      method: 'GET',
      path: '/visits/products',
      summary: 'Which products were looked at, put into carts and paid',
    })
    .input(VisitedProductQuery)
    .output(paged(VisitedProduct)),
}
