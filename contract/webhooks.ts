import * as z from 'zod'
import { Done } from './accounts.ts'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'

export const WebhookEdit = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' })
    .max(1000)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'Without a name and password, please'),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Please choose at least one event').max(20),
  active: z.boolean(),
})
export type WebhookEdit = z.infer<typeof WebhookEdit>

/** `failing`: nothing was delivered for three days. `gone`: the receiver answered that it is gone for good (410). */
export const SWITCHED_OFF_REASONS = ['failing', 'gone'] as const

/** An address that is called when something happens in the shop. */
export const Webhook = WebhookEdit.extend({
  id: Id,
  created_at: Time,
  /** When and why the shop switched it off by itself. */
  disabled_at: Time.nullable(),
  disabled_reason: z.enum(SWITCHED_OFF_REASONS).nullable(),
  /** Not delivered yet, and of those, tried and failed so far. */
  waiting: z.int(),
  failing: z.int(),
  last_delivered_at: Time.nullable(),
  version: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** So many there can be. */
export const MOST_WEBHOOKS = 20

/** `dropped`: what it was about was deleted before it could be sent. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'dropped'] as const
/** `test` is sent by the button alone. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, 'test'] as const

export const WebhookDelivery = z.object({
  /** Sent as `webhook-id`, the same with each attempt. */
  id: Id,
  webhook_id: Id,
  url: z.string(),
  event: z.enum(DELIVERED_EVENTS),
  object_id: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  created_at: Time,
  last_attempt_at: Time.nullable(),
  /** Of one that waits. */
  next_attempt_at: Time.nullable(),
  response_status: z.int().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryQuery = listQuery(['created_at'], {
  webhook_id: Id.optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  event: z.enum(DELIVERED_EVENTS).optional(),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

const WithSecret = z.object({ webhook: Webhook, secret: z.string() })

export const webhooks = {
  list: adminProcedure('connections')
    .route({ method: 'GET', path: '/webhooks', summary: 'Addresses that are called' })
    .output(z.array(Webhook)),
  create: adminProcedure('connections')
    .route({
      method: 'POST',
      path: '/webhooks',
      successStatus: 201,
      summary: 'Call another address; the secret that signs is in this answer and nowhere else',
    })
    .input(WebhookEdit)
    .errors(refusals('TOO_MANY_WEBHOOKS', 'ADDRESS_NOT_PUBLIC'))
    .output(WithSecret),
  update: adminProcedure('connections')
    .route({ method: 'PUT', path: '/webhooks/{id}', summary: 'Another address or other events' })
    .input(WebhookEdit.extend({ id: Id, version: z.int() }))
    .errors(refusals('ROW_NOT_FOUND', 'CHANGED_MEANWHILE', 'ADDRESS_NOT_PUBLIC'))
    .output(Webhook),
  renew_secret: adminProcedure('connections')
    .route({
      method: 'POST',
      path: '/webhooks/{id}/secret',
      summary: 'Sign with a new secret from now on',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(WithSecret),
  remove: adminProcedure('connections')
    .route({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Call it no longer' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(Done),
  test: adminProcedure('connections')
    .meta({ limit: { calls: 30, per_seconds: 600, by: 'account' } })
    .route({ method: 'POST', path: '/webhooks/{id}/test', summary: 'Send an event `test`' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND', 'WEBHOOK_OFF'))
    .output(Done),
  deliveries: adminProcedure('connections')
    .route({
      method: 'GET',
      path: '/webhook_deliveries',
      summary: 'What was sent in the last 30 days, newest first',
    })
    .input(DeliveryQuery)
    .output(paged(WebhookDelivery)),
  resend: adminProcedure('connections')
    .route({
      method: 'POST',
      path: '/webhook_deliveries/{id}/resend',
      summary: 'Send it again, with the same id',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND', 'WEBHOOK_OFF'))
    .output(Done),
}
