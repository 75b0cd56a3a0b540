import * as z from 'zod'
import { Id } from './fields.ts'
import { listQuery, paged } from './paging.ts'

export const RECIPIENT_TYPES = ['user', 'guest'] as const

/** Why somebody gets no mail: the consent check's reasons, or the campaign was stopped before. */
export const LEFT_OUT_REASONS = [
  'no-consent',
  'unsubscribed',
  'bounced',
  'blocked',
  'declined',
  'not-an-address',
  'stopped',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** `from` and `to` are days (UTC, both included) of completed orders; `product_id`: who bought it in one of them. */
const audienceFilters = {
  type: z.enum(RECIPIENT_TYPES).optional(),
  product_id: Id.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}
export const Audience = z.object(audienceFilters)
export type Audience = z.infer<typeof Audience>

export const AudienceQuery = listQuery(['email', 'name'], {
  ...audienceFilters,
  show: z.enum(['receiving', 'left_out']).optional(),
})
export type AudienceQuery = z.infer<typeof AudienceQuery>

export const Recipient = z.object({
  email: z.string(),
  name: z.string(),
  type: z.enum(RECIPIENT_TYPES),
})

const AudienceMember = Recipient.extend({ left_out: z.enum(LEFT_OUT_REASONS).nullable() })
export type AudienceMember = z.infer<typeof AudienceMember>

export const ReasonCount = z.object({ reason: z.enum(LEFT_OUT_REASONS), people: z.int() })

export const AudiencePage = paged(AudienceMember).extend({
  /** How many of those who match the filters will get it. */
  receiving: z.int(),
  left_out: z.array(ReasonCount),
})
