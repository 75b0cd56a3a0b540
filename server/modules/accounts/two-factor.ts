import { isAPIError } from 'better-auth/api'
import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { assertOwnPassword } from './assert-own-password.ts'
import { authOf } from './auth.ts'
import { profileOf } from './profiles.ts'
import { passCookies } from './read-session.ts'
import { tellOwner } from './tell-owner.ts'

/** A secret and recovery codes, shown this once. They count when a code of the app proves that it works. */
export async function setUpTwoFactor(call: RequestContext, { password }: { password: string }) {
  await assertOwnPassword(call, password)
  await assertTwoFactor(call, 'off')
  const made = await authOf(call).api.enableTwoFactor({ body: { password }, headers: call.headers })
  if (made.method !== 'totp') throw new Error('No secret was made')
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  return { uri: made.totpURI, secret, recovery_codes: made.backupCodes }
}

export async function turnOnTwoFactor(call: RequestContext, { code }: { code: string }) {
  try {
    const { headers } = await authOf(call).api.verifyTOTP({
      body: { code },
      headers: call.headers,
      returnHeaders: true,
    })
    passCookies(headers, call)
  } catch (error) {
    if (!isAPIError(error)) throw error
    throw errors.WRONG_CODE()
  }
  await tell(call, 'Two-step sign-in is on', 'From now on, signing in also asks for a code.')
}

export async function turnOffTwoFactor(call: RequestContext, { password }: { password: string }) {
  await assertOwnPassword(call, password)
  await assertTwoFactor(call, 'on')
  const { headers } = await authOf(call).api.disableTwoFactor({
    body: { password },
    headers: call.headers,
    returnHeaders: true,
  })
  passCookies(headers, call)
  await tell(call, 'Two-step sign-in is off', 'From now on, your password is enough to sign in.')
}

export async function renewRecoveryCodes(call: RequestContext, { password }: { password: string }) {
  await assertOwnPassword(call, password)
  await assertTwoFactor(call, 'on')
  const { backupCodes } = await authOf(call).api.generateBackupCodes({
    body: { password },
    headers: call.headers,
  })
  return { recovery_codes: backupCodes }
}

async function assertTwoFactor(call: RequestContext, wanted: 'on' | 'off') {
  const { profile } = await requireSession(call)
  const { two_factor_enabled } = await profileOf(call.db, profile.id)
  if (two_factor_enabled === (wanted === 'on')) return
  throw wanted === 'on' ? errors.NOT_ON() : errors.ALREADY_ON()
}

async function tell(call: RequestContext, what: string, details: string) {
  const { profile, session_id } = await requireSession(call)
  const cause = `two-factor:${session_id}:${call.now().getTime()}`
  await tellOwner(call, call.db, profile, { what, details, cause })
}
