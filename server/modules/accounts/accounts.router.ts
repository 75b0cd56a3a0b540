import { implement } from '@orpc/server'
import * as contract from '#contract/accounts.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { authOf } from './auth.ts'
import { confirmEmail, requestEmailChange, sendConfirmation } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { claimOwnGuestOrders, guestOrdersOf } from './guest-orders.ts'
import { accountOf } from './profiles.ts'
import { readSession } from './read-session.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { signIn, signOut, takeSecondStep } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import {
  renewRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.ts'
import { updateAccount } from './update-account.ts'

const { session, auth, account, two_factor } = contract
const shop = implement({ session, auth, account, two_factor }).$context<RequestContext>().use(guard)
const done = { done: true } as const

export const sessionRouter = {
  get: shop.session.get.handler(async ({ context }) => {
    const session = await readSession(context.db, authOf(context), context.headers, context)
    return session && { profile: session.profile, is_admin: session.is_admin }
  }),
}

export const authRouter = {
  sign_up: shop.auth.sign_up.handler(async ({ context, input }) => {
    await signUp(context, input)
    return done
  }),
  sign_in: shop.auth.sign_in.handler(({ context, input }) => signIn(context, input)),
  second_step: shop.auth.second_step.handler(async ({ context, input }) => {
    await takeSecondStep(context, input)
    return done
  }),
  sign_out: shop.auth.sign_out.handler(async ({ context }) => {
    await signOut(context)
    return done
  }),
  request_password_reset: shop.auth.request_password_reset.handler(async ({ context, input }) => {
    await requestPasswordReset(context, input)
    return done
  }),
  reset_password: shop.auth.reset_password.handler(async ({ context, input }) => {
    await resetPassword(context, input)
    return done
  }),
}

export const accountRouter = {
  get: shop.account.get.handler(async ({ context }) =>
    accountOf(context.db, (await requireSession(context)).profile.id),
  ),
  update: shop.account.update.handler(({ context, input }) => updateAccount(context, input)),
  change_password: shop.account.change_password.handler(async ({ context, input }) => {
    await changePassword(context, input)
    return done
  }),
  change_email: shop.account.change_email.handler(async ({ context, input }) => {
    await requestEmailChange(context, input)
    return done
  }),
  send_confirmation: shop.account.send_confirmation.handler(async ({ context }) => {
    await sendConfirmation(context)
    return done
  }),
  confirm_email: shop.account.confirm_email.handler(({ context, input }) =>
    confirmEmail(context, input),
  ),
  sessions: shop.account.sessions.handler(async ({ context }) =>
    listSessions(context.db, await requireSession(context), context.now()),
  ),
  end_session: shop.account.end_session.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    if (await endSession(context.db, profile.id, input.id)) return done
    throw errors.SESSION_NOT_FOUND()
  }),
  end_all_sessions: shop.account.end_all_sessions.handler(async ({ context }) => {
    await endSessions(context.db, (await requireSession(context)).profile.id)
    await signOut(context)
    return done
  }),
  guest_orders: shop.account.guest_orders.handler(({ context }) => guestOrdersOf(context)),
  claim_guest_orders: shop.account.claim_guest_orders.handler(({ context }) =>
    claimOwnGuestOrders(context),
  ),
  export: shop.account.export.handler(({ context }) => exportAccount(context)),
  delete: shop.account.delete.handler(async ({ context, input }) => {
    await deleteAccount(context, input)
    return done
  }),
}

export const twoFactorRouter = {
  set_up: shop.two_factor.set_up.handler(({ context, input }) => setUpTwoFactor(context, input)),
  turn_on: shop.two_factor.turn_on.handler(async ({ context, input }) => {
    await turnOnTwoFactor(context, input)
    return done
  }),
  turn_off: shop.two_factor.turn_off.handler(async ({ context, input }) => {
    await turnOffTwoFactor(context, input)
    return done
  }),
  new_recovery_codes: shop.two_factor.new_recovery_codes.handler(({ context, input }) =>
    renewRecoveryCodes(context, input),
  ),
}
