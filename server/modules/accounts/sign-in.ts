import { isAPIError } from 'better-auth/api'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { authOf } from './auth.ts'
import { countGuess } from './guess-limits.ts'
import { isTooShortForAdmin } from './password-rules.ts'
import { findProfile } from './profiles.ts'
import { isAdmin, passCookies } from './read-session.ts'
import { sendResetLink } from './request-password-reset.ts'
import { endSession } from './sessions.ts'

type Credentials = { email: string; password: string }

/** A right password starts a new session, never an old one anew; with two steps it only opens the second. */
export async function signIn(call: RequestContext, given: Credentials) {
  const forgive = await countGuess(call, given.email)
  const answer = await tryPassword(call, given)
  if (!answer) {
    throw errors.INVALID_CREDENTIALS()
  }
  await forgive()
  await assertAdminPassword(call, given, answer.token)
  const former = await call.session()
  if (former) await endSession(call.db, former.profile.id, former.session_id)
  passCookies(answer.cookies, call)
  return { second_step: answer.token === null }
}

/** An unknown address takes a hash, too, so that it takes as long. */
async function tryPassword(call: RequestContext, body: Credentials) {
  try {
    const { response, headers } = await authOf(call).api.signInEmail({
      body,
      headers: call.headers,
      returnHeaders: true,
    })
    // With a second step ahead there is no session, and so no token.
    return { token: 'token' in response ? response.token : null, cookies: headers }
  } catch (error) {
    if (isAPIError(error) && error.status === 'UNAUTHORIZED') return undefined
    throw error
  }
}

/**
 * The role may have come after the password. Whoever knows a short one proves only that: the way in is the
 * mailbox, where a link for a longer one waits.
 */
async function assertAdminPassword(call: RequestContext, given: Credentials, token: string | null) {
  if (!isTooShortForAdmin(given.password)) return
  const profile = await findProfile(call.db, given.email)
  if (!profile || !(await isAdmin(call.db, profile.id))) return
  if (token) await (await authOf(call).$context).internalAdapter.deleteSession(token)
  await sendResetLink(call, { email: profile.email })
  throw errors.NEW_PASSWORD_NEEDED()
}

/** The code that the authenticator app shows, or one of the recovery codes. */
export async function takeSecondStep(
  call: RequestContext,
  { code, recovery }: { code: string; recovery: boolean },
) {
  const { api } = authOf(call)
  const request = { body: { code }, headers: call.headers, returnHeaders: true } as const
  try {
    const { headers } = recovery
      ? await api.verifyBackupCode(request)
      : await api.verifyTOTP(request)
    passCookies(headers, call)
  } catch (error) {
    if (isAPIError(error)) throw secondStepRefusal(String(error.body?.code))
    throw error
  }
}

function secondStepRefusal(reason: string) {
  const isWrong = reason === 'INVALID_CODE' || reason === 'INVALID_BACKUP_CODE'
  if (isWrong) {
    return errors.WRONG_CODE()
  }
  return errors.START_AGAIN()
}

/** Also for a cookie that means nothing any more: it is removed. */
export async function signOut(call: RequestContext) {
  const { headers } = await authOf(call).api.signOut({ headers: call.headers, returnHeaders: true })
  passCookies(headers, call)
}
