import * as z from 'zod'
import { Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money, Time } from './fields.ts'
import { COUPON_GUESSES, CouponCode, OrderLines } from './orders.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure, publicProcedure } from './policy.ts'

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  discount_percentage: z.int().nullable(),
  discount_amount: Money.nullable(),
  valid_from: Time,
  valid_until: Time,
  active: z.boolean(),
  max_uses: z.int().nullable(),
  current_uses: z.int(),
  version: Version,
  created_at: Time,
})
export type Coupon = z.infer<typeof Coupon>

/** What an admin enters: either a percentage of the subtotal or an amount. */
export const CouponEdit = z
  .strictObject({
    code: z
      .string()
      .trim()
      .min(1, 'Code is required')
      .max(50, 'Code is too long')
      .regex(/^[\w-]+$/, 'Use letters, digits, - and _')
      .toUpperCase(),
    discount_percentage: z
      .int('Enter a whole number')
      .min(1, 'At least 1 %')
      .max(100, 'At most 100 %')
      .nullable(),
    discount_amount: Money.refine((amount) => amount > 0, 'More than 0').nullable(),
    valid_from: z.iso.datetime('Valid from is required'),
    valid_until: z.iso.datetime('Valid until is required'),
    active: z.boolean(),
    max_uses: z.int('Enter a whole number').min(1, 'At least 1').max(1_000_000).nullable(),
  })
  .refine((coupon) => (coupon.discount_percentage === null) !== (coupon.discount_amount === null), {
    path: ['discount_percentage'],
    message: 'Discount value is required',
  })
  .refine((coupon) => coupon.valid_until >= coupon.valid_from, {
    path: ['valid_until'],
    message: 'Valid until must not be before valid from',
  })
export type CouponEdit = z.infer<typeof CouponEdit>

export const COUPON_STATES = ['active', 'scheduled', 'expired', 'used-up', 'inactive'] as const

export const CouponQuery = listQuery(['created_at', 'code', 'valid_until', 'current_uses'], {
  state: z.enum(COUPON_STATES).optional(),
})
export type CouponQuery = z.infer<typeof CouponQuery>

export const coupons = {
  list: adminProcedure('coupons')
    .route({ method: 'GET', path: '/coupons', summary: 'Coupons, newest first' })
    .input(CouponQuery)
    .output(paged(Coupon)),
  create: adminProcedure('coupons')
    .route({ method: 'POST', path: '/coupons', successStatus: 201, summary: 'Create a coupon' })
    .input(CouponEdit)
    .errors(refusals('COUPON_CODE_TAKEN'))
    .output(Coupon),
  update: adminProcedure('coupons')
    .route({ method: 'PUT', path: '/coupons/{id}', summary: 'Change a coupon' })
    .input(CouponEdit.safeExtend({ id: Id, version: Version }))
    .errors(refusals('COUPON_CODE_TAKEN', 'CHANGED_MEANWHILE', 'ROW_NOT_FOUND'))
    .output(Coupon),
  set_active: adminProcedure('coupons')
    .route({ method: 'PUT', path: '/coupons/{id}/active', summary: 'Switch a coupon on or off' })
    .input(z.object({ id: Id, version: Version, active: z.boolean() }))
    .errors(refusals('CHANGED_MEANWHILE', 'ROW_NOT_FOUND'))
    .output(Coupon),
  remove: adminProcedure('coupons')
    .route({ method: 'DELETE', path: '/coupons/{id}', summary: 'Delete a coupon' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id })),
  validate: publicProcedure
    .meta({ limit: COUPON_GUESSES })
    .route({
      method: 'POST',
      path: '/coupons/validate',
      summary: 'What a code would save on these lines',
    })
    .input(z.object({ code: CouponCode, lines: OrderLines }))
    .errors(refusals('COUPON_NOT_VALID', 'COUPON_USED_UP', 'OUT_OF_STOCK', 'TOO_LARGE'))
    .output(z.object({ code: z.string(), subtotal: Money, discount: Money, total: Money })),
}
