import * as z from 'zod'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { KEY_SCOPES } from './key-scopes.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** Calls in a minute, of one key in all processes together. */
export const KEY_LIMITS = [60, 300, 1200] as const

export const ApiKeyEdit = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name').max(60),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1, 'Please choose at least one area').max(50),
  calls_per_minute: z.literal(KEY_LIMITS),
})
export type ApiKeyEdit = z.infer<typeof ApiKeyEdit>

/**
 * `active`: works. `revoked`: never again. `suspended`: who created it is not in the team any more, or has to set up
 * two-step sign-in first.
 */
export const KEY_STATES = ['active', 'suspended', 'revoked'] as const

/** A key for programs. Its secret is shown once, when it is created. */
export const ApiKey = ApiKeyEdit.extend({
  id: Id,
  /** Its last letters, by which to recognise it. */
  hint: z.string(),
  state: z.enum(KEY_STATES),
  created_by: z.string(),
  created_at: Time,
  /** To the minute. */
  last_used_at: Time.nullable(),
  revoked_at: Time.nullable(),
  version: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** `q`: part of a name. */
export const ApiKeyQuery = listQuery(['created_at', 'name'], {
  revoked: z.enum(['true', 'false']).optional(),
})
export type ApiKeyQuery = z.infer<typeof ApiKeyQuery>

/** So many can work at a time. */
export const MOST_KEYS = 50

export const api_keys = {
  list: adminProcedure('connections')
    .route({ method: 'GET', path: '/api_keys', summary: 'Keys for programs, newest first' })
    .input(ApiKeyQuery)
    .output(paged(ApiKey)),
  create: adminProcedure('connections')
    .route({
      method: 'POST',
      path: '/api_keys',
      successStatus: 201,
      summary: 'A new key; its secret is in this answer and nowhere else',
    })
    .input(ApiKeyEdit)
    .errors(refusals('TOO_MANY_KEYS'))
    .output(z.object({ api_key: ApiKey, secret: z.string() })),
  update: adminProcedure('connections')
    .route({
      method: 'PUT',
      path: '/api_keys/{id}',
      summary: 'Another name, other rights or another limit; counts at once',
    })
    .input(ApiKeyEdit.extend({ id: Id, version: z.int() }))
    .errors(refusals('ROW_NOT_FOUND', 'CHANGED_MEANWHILE'))
    .output(ApiKey),
  revoke: adminProcedure('connections')
    .route({
      method: 'POST',
      path: '/api_keys/{id}/revoke',
      summary: 'End a key, at once and for good',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(ApiKey),
}
