import { isAPIError } from 'better-auth/api'
import { Refusal } from '#server/platform/refusal.ts'
import { type Call, caller } from '#server/platform/rpc.ts'
import { assertOwnPassword } from './assert-own-password.ts'
import { authOf } from './auth.ts'
import { profileOf } from './profiles.ts'
import { passCookies } from './read-session.ts'
import { tellOwner } from './tell-owner.ts'

/** A secret and recovery codes, shown this once. They count when a code of the app proves that it works. */
export async function setUpTwoFactor(call: Call, { password }: { password: string }) {
  await assertOwnPassword(call, password)
  await assertTwoFactor(call, 'off')
  const made = await authOf(call).api.enableTwoFactor({ body: { password }, headers: call.headers })
  if (made.method !== 'totp') throw new Error('No secret was made')
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  return { uri: made.totpURI, secret, recovery_codes: made.backupCodes }
}

export async function turnOnTwoFactor(call: Call, { code }: { code: string }) {
  try {
    const { headers } = await authOf(call).api.verifyTOTP({
      body: { code },
      headers: call.headers,
      returnHeaders: true,
    })
    passCookies(headers, call)
  } catch (error) {
    if (!isAPIError(error)) throw error
    throw new Refusal('WRONG_CODE', 'This code is not right. Please try again.')
  }
  await tell(call, 'Two-step sign-in is on', 'From now on, signing in also asks for a code.')
}

export async function turnOffTwoFactor(call: Call, { password }: { password: string }) {
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

export async function renewRecoveryCodes(call: Call, { password }: { password: string }) {
  await assertOwnPassword(call, password)
  await assertTwoFactor(call, 'on')
  const { backupCodes } = await authOf(call).api.generateBackupCodes({
    body: { password },
    headers: call.headers,
  })
  return { recovery_codes: backupCodes }
}

async function assertTwoFactor(call: Call, wanted: 'on' | 'off') {
  const { profile } = await caller(call)
  const { two_factor_enabled } = await profileOf(call.db, profile.id)
  if (two_factor_enabled === (wanted === 'on')) return
  throw wanted === 'on'
    ? new Refusal('NOT_ON', 'Two-step sign-in is not on.')
    : new Refusal('ALREADY_ON', 'Two-step sign-in is already on.')
}

async function tell(call: Call, what: string, details: string) {
  const { profile, session_id } = await caller(call)
  const cause = `two-factor:${session_id}:${call.now().getTime()}`
  await tellOwner(call, call.db, profile, { what, details, cause })
}
