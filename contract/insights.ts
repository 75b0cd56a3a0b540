import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { Id, Time } from './fields.ts'
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
  list: adminProcedure
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
  'products',
  'reviews',
  'contact_messages',
] as const
export const LiveTopic = z.enum(LIVE_TOPICS)
export type LiveTopic = z.infer<typeof LiveTopic>

export const live = {
  changes: adminProcedure
    .route({
      method: 'GET',
      path: '/live/changes',
      summary: 'Server-sent events: which lists of the back office have changed',
    })
    .output(eventIterator(z.object({ topic: LiveTopic }))),
}
