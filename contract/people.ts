import * as z from 'zod'
import { Done, FullName, LinkToken, OwnEmail } from './accounts.ts'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure, publicProcedure } from './policy.ts'
import { ROLES } from './rights.ts'
import { LONGEST_PASSWORD } from './rules.ts'

/** Somebody of the team. */
export const Person = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  two_factor_enabled: z.boolean(),
  two_factor_required: z.boolean(),
  /** How many browsers are signed in. */
  sessions: z.int(),
  last_seen_at: Time.nullable(),
  created_at: Time,
  version: z.int(),
})
export type Person = z.infer<typeof Person>

/** `q`: part of a name or address. */
export const PeopleQuery = listQuery(['full_name', 'created_at'], {
  role: z.enum(ROLES).optional(),
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

export const PersonEdit = z.strictObject({
  role: z.enum(ROLES),
  two_factor_required: z.boolean(),
})
export type PersonEdit = z.infer<typeof PersonEdit>

export const InvitationEdit = PersonEdit.extend({ email: OwnEmail })
export type InvitationEdit = z.infer<typeof InvitationEdit>

/** Somebody who was asked to join, and has not yet. */
export const Invitation = InvitationEdit.extend({
  id: Id,
  invited_by: z.string(),
  created_at: Time,
  expires_at: Time,
  has_expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** So many can wait at a time; the list of them is one page. */
export const MOST_INVITATIONS = 50

const mailing = {
  limit: { calls: 60, per_seconds: 3600, by: 'account', shared: 'invite' },
} as const

export const people = {
  list: adminProcedure('people')
    .route({ method: 'GET', path: '/people', summary: 'Who works in the back office' })
    .input(PeopleQuery)
    .output(paged(Person)),
  change: adminProcedure('people')
    .route({
      method: 'PUT',
      path: '/people/{id}',
      summary: 'Another role, or two-step sign-in required; counts at once',
    })
    .input(PersonEdit.extend({ id: Id, version: z.int() }))
    .errors(refusals('ROW_NOT_FOUND', 'CHANGED_MEANWHILE', 'LAST_OWNER'))
    .output(Person),
  remove: adminProcedure('people')
    .route({
      method: 'DELETE',
      path: '/people/{id}',
      summary: 'Take the role away; the account becomes that of a customer',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND', 'LAST_OWNER'))
    .output(Done),
  end_sessions: adminProcedure('people')
    .route({
      method: 'DELETE',
      path: '/people/{id}/sessions',
      summary: 'Sign somebody out everywhere; the own session stays',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(Done),
  invitations: adminProcedure('people')
    .route({ method: 'GET', path: '/invitations', summary: 'Who was asked to join' })
    .output(z.array(Invitation)),
  invite: adminProcedure('people')
    .meta(mailing)
    .route({
      method: 'POST',
      path: '/invitations',
      successStatus: 201,
      summary: 'Mail a link to join the team; it works once and for a day',
    })
    .input(InvitationEdit)
    .errors(refusals('ALREADY_IN_TEAM', 'ALREADY_INVITED', 'TOO_MANY_INVITATIONS'))
    .output(Invitation),
  invite_again: adminProcedure('people')
    .meta(mailing)
    .route({
      method: 'POST',
      path: '/invitations/{id}/again',
      summary: 'Mail a new link; the one before stops working',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(Invitation),
  withdraw_invitation: adminProcedure('people')
    .route({
      method: 'DELETE',
      path: '/invitations/{id}',
      summary: 'Withdraw an invitation; its link stops working',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(Done),
}

/** Authorised by the mailed link. */
export const invitation = {
  read: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({ method: 'POST', path: '/invitation', summary: 'What the mailed link invites to' })
    .input(z.strictObject({ token: LinkToken }))
    .errors(refusals('LINK_EXPIRED'))
    .output(
      z.object({
        email: z.string(),
        role: z.enum(ROLES),
        invited_by: z.string(),
        /** The address has an account, so its password is asked for. */
        has_account: z.boolean(),
      }),
    ),
  accept: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/invitation/accept',
      summary:
        'Join the team, with a new account or the password of the one there is; starts no session',
    })
    .input(
      z.strictObject({
        token: LinkToken,
        /** Of a new account. */
        full_name: FullName.optional(),
        password: z.string().min(1).max(LONGEST_PASSWORD),
      }),
    )
    .errors(
      refusals(
        'LINK_EXPIRED',
        'WORST_PASSWORD',
        'PASSWORD_TOO_SHORT',
        'WRONG_PASSWORD',
        'ADDRESS_TAKEN',
      ),
    )
    .output(Done),
}
