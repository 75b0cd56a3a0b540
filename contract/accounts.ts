import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Time } from './fields.ts'
import { adminProcedure, publicProcedure, signedInProcedure } from './policy.ts'
import { ROLES } from './rights.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './rules.ts'

export const Profile = z.object({ id: Id, full_name: z.string(), email: Email })
export type Profile = z.infer<typeof Profile>

export const Session = z.object({
  profile: Profile,
  /** Null: a customer. */
  role: z.enum(ROLES).nullable(),
  /** An owner requires two-step sign-in of this person, who has not set it up yet. */
  needs_two_factor: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const session = {
  get: publicProcedure
    .route({ method: 'GET', path: '/session', summary: 'Who is signed in' })
    .output(Session.nullable()),
}

export const FullName = z.string().trim().min(1, 'Full name is required').max(200)
/** One spelling for one mailbox: stored and compared in lower case. */
export const OwnEmail = z.string().trim().toLowerCase().pipe(Email)
export const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `Password must be at least ${SHORTEST_PASSWORD} characters`)
  .max(LONGEST_PASSWORD)
const GivenPassword = z.string().min(1).max(LONGEST_PASSWORD)
export const LinkToken = z.string().min(1).max(100)
export const Done = z.object({ done: z.literal(true) })

/** The only doors to sessions and passwords; everything else of the library behind them stays closed. */
export const auth = {
  sign_up: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 600 } })
    .route({
      method: 'POST',
      path: '/auth/sign-up/email',
      summary: 'A new account; an address that has one gets the same answer, and a mail',
    })
    .input(
      z.strictObject({
        full_name: FullName,
        email: OwnEmail,
        password: NewPassword,
        terms_accepted: z.literal(
          true,
          'You must agree to the Terms of Service and Privacy Policy',
        ),
        marketing_consent: z.boolean().default(false),
      }),
    )
    .errors(refusals('WORST_PASSWORD', 'PASSWORD_TOO_SHORT'))
    .output(Done),
  sign_in: publicProcedure
    .meta({ limit: { calls: 300, per_seconds: 600 } })
    .route({ method: 'POST', path: '/auth/sign-in/email', summary: 'Start a session' })
    .input(z.strictObject({ email: OwnEmail, password: GivenPassword }))
    .errors(refusals('INVALID_CREDENTIALS', 'NEW_PASSWORD_NEEDED'))
    .output(
      z.object({
        /** The session starts only after the second step. */
        second_step: z.boolean(),
      }),
    ),
  second_step: publicProcedure
    .meta({ limit: { calls: 60, per_seconds: 600 } })
    .route({
      method: 'POST',
      path: '/auth/sign-in/second-step',
      summary: 'A code of the authenticator app, or a recovery code',
    })
    .input(z.strictObject({ code: z.string().trim().min(6).max(20), recovery: z.boolean() }))
    .errors(refusals('WRONG_CODE', 'START_AGAIN'))
    .output(Done),
  sign_out: publicProcedure
    .route({ method: 'POST', path: '/auth/sign-out', summary: 'End this session' })
    .output(Done),
  request_password_reset: publicProcedure
    .meta({ limit: { calls: 15, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/auth/request-password-reset',
      summary: 'Mail a link for a new password, if the address has an account',
    })
    .input(z.strictObject({ email: OwnEmail }))
    .output(Done),
  reset_password: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'A new password, with the mailed link; ends all sessions',
    })
    .input(z.strictObject({ token: LinkToken, password: NewPassword }))
    .errors(refusals('WORST_PASSWORD', 'PASSWORD_TOO_SHORT', 'LINK_EXPIRED'))
    .output(Done),
  create_first_owner: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/auth/first-owner',
      summary: 'The first administrator, with the link that a shop without one prints at start',
    })
    .input(
      z.strictObject({
        token: LinkToken,
        full_name: FullName,
        email: OwnEmail,
        password: NewPassword,
      }),
    )
    .errors(refusals('WORST_PASSWORD', 'PASSWORD_TOO_SHORT', 'LINK_EXPIRED'))
    .output(Done),
}

export const Account = Profile.extend({
  email_verified: z.boolean(),
  marketing_consent: z.boolean(),
  marketing_consent_at: Time.nullable(),
  two_factor_enabled: z.boolean(),
  role: z.enum(ROLES).nullable(),
  created_at: Time,
})
export type Account = z.infer<typeof Account>

export const OpenSession = z.object({
  id: Id,
  /** In words, such as `Chrome on Windows`. */
  device: z.string(),
  current: z.boolean(),
  created_at: Time,
  last_seen_at: Time,
})
export type OpenSession = z.infer<typeof OpenSession>

const passwordLimit = { limit: { calls: 30, per_seconds: 600 } }

export const account = {
  get: signedInProcedure
    .route({ method: 'GET', path: '/account', summary: 'The own account' })
    .output(Account),
  update: signedInProcedure
    .route({ method: 'PATCH', path: '/account', summary: 'Change name or marketing consent' })
    .input(z.strictObject({ full_name: FullName, marketing_consent: z.boolean() }).partial())
    .errors(refusals('ADDRESS_SUPPRESSED', 'NOT_CONFIRMED'))
    .output(Account),
  change_password: signedInProcedure
    .meta(passwordLimit)
    .route({
      method: 'POST',
      path: '/account/password',
      summary: 'A new password; ends the other sessions',
    })
    .input(z.strictObject({ current_password: GivenPassword, new_password: NewPassword }))
    .errors(refusals('WORST_PASSWORD', 'PASSWORD_TOO_SHORT', 'WRONG_PASSWORD'))
    .output(Done),
  change_email: signedInProcedure
    .meta(passwordLimit)
    .route({
      method: 'POST',
      path: '/account/email',
      summary: 'Mail a link to a new address; it counts once the link is used',
    })
    .input(z.strictObject({ email: OwnEmail, password: GivenPassword }))
    .errors(refusals('WRONG_PASSWORD'))
    .output(Done),
  send_confirmation: signedInProcedure
    .meta({ limit: { calls: 5, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/account/confirmation',
      summary: 'Mail a link that confirms the own address',
    })
    .output(Done),
  confirm_email: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/account/confirm-email',
      summary: 'Confirm an address with the mailed link',
    })
    .input(z.strictObject({ token: LinkToken }))
    .errors(refusals('LINK_EXPIRED', 'ADDRESS_TAKEN'))
    .output(z.object({ email: Email })),
  undo_email_change: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/account/undo-email-change',
      summary: 'Return to the former address with the link mailed to it; ends all sessions',
    })
    .input(z.strictObject({ token: LinkToken }))
    .errors(refusals('LINK_EXPIRED', 'ADDRESS_TAKEN'))
    .output(z.object({ email: Email })),
  sessions: signedInProcedure
    .route({ method: 'GET', path: '/account/sessions', summary: 'Where the account is signed in' })
    .output(z.array(OpenSession)),
  end_session: signedInProcedure
    .route({ method: 'DELETE', path: '/account/sessions/{id}', summary: 'Sign out one device' })
    .input(z.object({ id: Id }))
    .errors(refusals('SESSION_NOT_FOUND'))
    .output(Done),
  end_all_sessions: signedInProcedure
    .route({
      method: 'DELETE',
      path: '/account/sessions',
      summary: 'Sign out everywhere, here too',
    })
    .output(Done),
  guest_orders: signedInProcedure
    .route({
      method: 'GET',
      path: '/account/guest-orders',
      summary: 'Orders placed as a guest with the own, confirmed address',
    })
    .output(z.object({ email_verified: z.boolean(), count: z.int() })),
  claim_guest_orders: signedInProcedure
    .route({
      method: 'POST',
      path: '/account/guest-orders',
      summary: 'Add those orders to the account',
    })
    .errors(refusals('NOT_CONFIRMED'))
    .output(z.object({ count: z.int() })),
  export: signedInProcedure
    .meta({ limit: { calls: 10, per_seconds: 3600 } })
    .route({
      method: 'GET',
      path: '/account/export',
      summary: 'Everything the shop stores about this person, as a JSON file',
    })
    .output(z.file()),
  delete: signedInProcedure
    .meta(passwordLimit)
    .route({
      method: 'POST',
      path: '/account/delete',
      summary: 'Delete the account; its orders stay without a name',
    })
    .input(z.strictObject({ password: GivenPassword }))
    .errors(refusals('WRONG_PASSWORD', 'ORDER_UNDER_WAY', 'LAST_ADMIN'))
    .output(Done),
}

/** A second step at sign-in, for those who run the shop. */
export const two_factor = {
  set_up: adminProcedure('own_sign_in')
    .meta(passwordLimit)
    .route({
      method: 'POST',
      path: '/account/two-factor',
      summary: 'A secret for the authenticator app; counts once a code proves it',
    })
    .input(z.strictObject({ password: GivenPassword }))
    .errors(refusals('WRONG_PASSWORD', 'ALREADY_ON'))
    .output(z.object({ uri: z.string(), secret: z.string(), recovery_codes: z.array(z.string()) })),
  turn_on: adminProcedure('own_sign_in')
    .meta(passwordLimit)
    .route({ method: 'POST', path: '/account/two-factor/on', summary: 'Prove the app works' })
    .input(
      z.strictObject({
        code: z
          .string()
          .trim()
          .regex(/^\d{6}$/, 'Six digits'),
      }),
    )
    .errors(refusals('WRONG_CODE'))
    .output(Done),
  /** Former admins may turn it off. */
  turn_off: signedInProcedure
    .meta(passwordLimit)
    .route({ method: 'POST', path: '/account/two-factor/off', summary: 'Back to one step' })
    .input(z.strictObject({ password: GivenPassword }))
    .errors(refusals('WRONG_PASSWORD', 'NOT_ON'))
    .output(Done),
  new_recovery_codes: signedInProcedure
    .meta(passwordLimit)
    .route({
      method: 'POST',
      path: '/account/two-factor/recovery-codes',
      summary: 'Ten new recovery codes; the old ones stop working',
    })
    .input(z.strictObject({ password: GivenPassword }))
    .errors(refusals('WRONG_PASSWORD', 'NOT_ON'))
    .output(z.object({ recovery_codes: z.array(z.string()) })),
}
