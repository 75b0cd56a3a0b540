import { isAPIError } from 'better-auth/api'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { authOf } from './auth.ts'
import { countGuess, rememberDevice } from './password-rate-limits.ts'
import { isTooShortForAdmin, sendResetLink } from './passwords.ts'
import { findProfile, roleOf } from './profiles.ts'
import { endSession, passCookies } from './sessions.ts'

type Credentials = { email: string; password: string }

/** Always starts a new session (no fixation); with two-factor on, the session starts after the second step. */
export async function signIn(context: RequestContext, input: Credentials) {
  const guessedRight = await countGuess(context, input.email)
  const answer = await checkPassword(context, input)
  if (!answer) throw errors.INVALID_CREDENTIALS()
  await guessedRight()
  await assertAdminPassword(context, input, answer.token)
  const former = await context.session()
  if (former) await endSession(context.db, former.profile.id, former.session_id)
  passCookies(answer.cookies, context)
  const second_step = answer.token === null
  if (!second_step) await rememberDevice(context, answer.user_id)
  return { second_step }
}

/** better-auth hashes for an unknown address as well, so both take the same time. */
async function checkPassword(context: RequestContext, body: Credentials) {
  try {
    const { response, headers } = await authOf(context).api.signInEmail({
      body,
      headers: context.headers(),
      returnHeaders: true,
    })
    // With a second step ahead there is no session, and so neither token nor user.
    const { token, user } = 'token' in response ? response : { token: null, user: { id: '' } }
    return { token, user_id: user.id, cookies: headers }
  } catch (error) {
    if (isAPIError(error) && error.status === 'UNAUTHORIZED') return undefined
    throw error
  }
}

/** The role may be newer than the password. A short password then opens no session; a reset link is mailed. */
async function assertAdminPassword(
  context: RequestContext,
  input: Credentials,
  token: string | null,
) {
  if (!isTooShortForAdmin(input.password)) return
  const profile = await findProfile(context.db, input.email)
  if (!profile || !(await roleOf(context.db, profile.id))) return
  if (token) await (await authOf(context).$context).internalAdapter.deleteSession(token)
  await sendResetLink(context, { email: profile.email, trusted: true })
  throw errors.NEW_PASSWORD_NEEDED()
}

/** Takes a code of the authenticator app, or a recovery code. */
export async function takeSecondStep(
  context: RequestContext,
  { code, recovery }: { code: string; recovery: boolean },
) {
  const { api } = authOf(context)
  const request = { body: { code }, headers: context.headers(), returnHeaders: true } as const
  try {
    const { headers, response } = recovery
      ? await api.verifyBackupCode(request)
      : await api.verifyTOTP(request)
    passCookies(headers, context)
    await rememberDevice(context, response.user.id)
  } catch (error) {
    if (isAPIError(error)) throw secondStepRefusal(String(error.body?.code))
    throw error
  }
}

const secondStepRefusal = (reason: string) =>
  reason === 'INVALID_CODE' || reason === 'INVALID_BACKUP_CODE'
    ? errors.WRONG_CODE()
    : errors.START_AGAIN()

/** Also removes a cookie whose session has already ended. */
export async function signOut(context: RequestContext) {
  const { headers } = await authOf(context).api.signOut({
    headers: context.headers(),
    returnHeaders: true,
  })
  passCookies(headers, context)
}
