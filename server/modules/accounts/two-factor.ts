import { randomUUID } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { authOf } from './auth.ts'
import { revokeAccess } from './mailed-links.ts'
import { assertOwnPassword } from './passwords.ts'
import { notifyOwner, profileOf } from './profiles.ts'
import { passCookies, readStartedSession } from './sessions.ts'

/** Makes a secret and recovery codes, shown only this once. Two-factor is on after a code of the app proves the secret. */
export async function setUpTwoFactor(context: RequestContext, { password }: { password: string }) {
  await assertOwnPassword(context, password)
  await assertTwoFactor(context, 'off')
  const headers = context.headers()
  const made = await authOf(context).api.enableTwoFactor({ body: { password }, headers })
  if (made.method !== 'totp') throw new Error('No secret was made')
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  return { uri: made.totpURI, secret, recovery_codes: made.backupCodes }
}

export async function turnOnTwoFactor(context: RequestContext, { code }: { code: string }) {
  try {
    const { headers } = await authOf(context).api.verifyTOTP({
      body: { code },
      headers: context.headers(),
      returnHeaders: true,
    })
    await afterSwitch(context, headers, {
      subject: 'Two-step sign-in is on',
      details: 'From now on, signing in also asks for a code.',
    })
  } catch (error) {
    if (!isAPIError(error)) throw error
    throw errors.WRONG_CODE()
  }
}

export async function turnOffTwoFactor(
  context: RequestContext,
  { password }: { password: string },
) {
  await assertOwnPassword(context, password)
  await assertTwoFactor(context, 'on')
  const { headers } = await authOf(context).api.disableTwoFactor({
    body: { password },
    headers: context.headers(),
    returnHeaders: true,
  })
  await afterSwitch(context, headers, {
    subject: 'Two-step sign-in is off',
    details: 'From now on, your password is enough to sign in.',
  })
}

export async function renewRecoveryCodes(
  context: RequestContext,
  { password }: { password: string },
) {
  await assertOwnPassword(context, password)
  await assertTwoFactor(context, 'on')
  const { backupCodes } = await authOf(context).api.generateBackupCodes({
    body: { password },
    headers: context.headers(),
  })
  return { recovery_codes: backupCodes }
}

async function assertTwoFactor(context: RequestContext, state: 'on' | 'off') {
  const { profile } = await requireSession(context)
  const { two_factor_enabled } = await profileOf(context.db, profile.id)
  if (two_factor_enabled === (state === 'on')) return
  throw state === 'on' ? errors.NOT_ON() : errors.ALREADY_ON()
}

/** better-auth has replaced the caller's session by a new one; all others end. */
async function afterSwitch(
  context: RequestContext,
  headers: Headers,
  mail: { subject: string; details: string },
) {
  const { profile } = await requireSession(context)
  const started = await readStartedSession(context.db, authOf(context), headers)
  await context.db.transaction(async (tx) => {
    await revokeAccess(tx, profile.id, { exceptSession: started?.session_id })
    await notifyOwner(context, tx, profile, { ...mail, cause: `two-factor:${randomUUID()}` })
  })
  passCookies(headers, context)
}
