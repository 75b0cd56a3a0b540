import { implement } from '@orpc/server'
import * as contract from '#contract/accounts.ts'
import { invitation, people } from '#contract/people.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import {
  accountOf,
  claimOwnGuestOrders,
  deleteAccount,
  exportAccount,
  type Forget,
  guestOrdersOf,
  updateAccount,
} from './account-data.ts'
import { authOf } from './auth.ts'
import {
  confirmEmail,
  queueEmailConfirmation,
  requestEmailChange,
  undoEmailChange,
} from './email-address.ts'
import { createFirstOwner } from './first-owner.ts'
import {
  acceptInvitation,
  invite,
  inviteAgain,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { changePassword, requestPasswordReset, resetPassword } from './passwords.ts'
import { endSession, endSessions, listSessions, readSession } from './sessions.ts'
import { signIn, signOut, takeSecondStep } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { changePerson, endSessionsOf, listPeople, removePerson } from './team.ts'
import {
  renewRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.ts'

const { session, auth, account, two_factor } = contract
const api = implement({ session, auth, account, two_factor, people, invitation })
  .$context<RequestContext>()
  .use(guard)
const done = { done: true } as const

export const sessionRouter = {
  get: api.session.get.handler(async ({ context }) => {
    const session = await readSession(context.db, authOf(context), context.headers(), context)
    if (!session) return null
    const { profile, role, needs_two_factor } = session
    return { profile, role, needs_two_factor }
  }),
}

export const authRouter = {
  sign_up: api.auth.sign_up.handler(async ({ context, input }) => {
    await signUp(context, input)
    return done
  }),
  sign_in: api.auth.sign_in.handler(({ context, input }) => signIn(context, input)),
  second_step: api.auth.second_step.handler(async ({ context, input }) => {
    await takeSecondStep(context, input)
    return done
  }),
  sign_out: api.auth.sign_out.handler(async ({ context }) => {
    await signOut(context)
    return done
  }),
  request_password_reset: api.auth.request_password_reset.handler(async ({ context, input }) => {
    await requestPasswordReset(context, input)
    return done
  }),
  reset_password: api.auth.reset_password.handler(async ({ context, input }) => {
    await resetPassword(context, input)
    return done
  }),
  create_first_owner: api.auth.create_first_owner.handler(async ({ context, input }) => {
    await createFirstOwner(context, input)
    return done
  }),
}

/** `forget`: removes a person from what modules store that import this one. */
export const accountRouter = (forget: readonly Forget[]) => ({
  get: api.account.get.handler(async ({ context }) =>
    accountOf(context.db, (await requireSession(context)).profile.id),
  ),
  update: api.account.update.handler(({ context, input }) => updateAccount(context, input)),
  change_password: api.account.change_password.handler(async ({ context, input }) => {
    await changePassword(context, input)
    return done
  }),
  change_email: api.account.change_email.handler(async ({ context, input }) => {
    await requestEmailChange(context, input)
    return done
  }),
  send_confirmation: api.account.send_confirmation.handler(async ({ context }) => {
    await queueEmailConfirmation(context)
    return done
  }),
  confirm_email: api.account.confirm_email.handler(({ context, input }) =>
    confirmEmail(context, input),
  ),
  undo_email_change: api.account.undo_email_change.handler(({ context, input }) =>
    undoEmailChange(context, input),
  ),
  sessions: api.account.sessions.handler(async ({ context }) =>
    listSessions(context.db, await requireSession(context), context.now()),
  ),
  end_session: api.account.end_session.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    if (await endSession(context.db, profile.id, input.id)) return done
    throw errors.SESSION_NOT_FOUND()
  }),
  end_all_sessions: api.account.end_all_sessions.handler(async ({ context }) => {
    await endSessions(context.db, (await requireSession(context)).profile.id)
    await signOut(context)
    return done
  }),
  guest_orders: api.account.guest_orders.handler(({ context }) => guestOrdersOf(context)),
  claim_guest_orders: api.account.claim_guest_orders.handler(({ context }) =>
    claimOwnGuestOrders(context),
  ),
  export: api.account.export.handler(({ context }) => exportAccount(context)),
  delete: api.account.delete.handler(async ({ context, input }) => {
    await deleteAccount(context, input, forget)
    return done
  }),
})

export const twoFactorRouter = {
  set_up: api.two_factor.set_up.handler(({ context, input }) => setUpTwoFactor(context, input)),
  turn_on: api.two_factor.turn_on.handler(async ({ context, input }) => {
    await turnOnTwoFactor(context, input)
    return done
  }),
  turn_off: api.two_factor.turn_off.handler(async ({ context, input }) => {
    await turnOffTwoFactor(context, input)
    return done
  }),
  new_recovery_codes: api.two_factor.new_recovery_codes.handler(({ context, input }) =>
    renewRecoveryCodes(context, input),
  ),
}

export const peopleRouter = {
  list: api.people.list.handler(({ context, input }) => listPeople(context, input)),
  change: api.people.change.handler(({ context, input }) => changePerson(context, input)),
  remove: api.people.remove.handler(async ({ context, input }) => {
    await removePerson(context, input.id)
    return done
  }),
  end_sessions: api.people.end_sessions.handler(async ({ context, input }) => {
    await endSessionsOf(context, input.id)
    return done
  }),
  invitations: api.people.invitations.handler(({ context }) => listInvitations(context)),
  invite: api.people.invite.handler(({ context, input }) => invite(context, input)),
  invite_again: api.people.invite_again.handler(({ context, input }) =>
    inviteAgain(context, input.id),
  ),
  withdraw_invitation: api.people.withdraw_invitation.handler(async ({ context, input }) => {
    await withdrawInvitation(context, input.id)
    return done
  }),
}

export const invitationRouter = {
  read: api.invitation.read.handler(({ context, input }) => readInvitation(context, input.token)),
  accept: api.invitation.accept.handler(async ({ context, input }) => {
    await acceptInvitation(context, input)
    return done
  }),
}
