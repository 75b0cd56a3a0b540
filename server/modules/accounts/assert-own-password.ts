import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { countGuess } from './guess-limits.ts'
import { passwordMatches } from './passwords.ts'
import { storedPassword } from './store-password.ts'

/** Asked again before anything that a borrowed session must not do. Counts as a guess, like signing in. */
export async function assertOwnPassword(call: RequestContext, password: string) {
  const session = await requireSession(call)
  const forgive = await countGuess(call, session.profile.email)
  const hash = await storedPassword(call.db, session.profile.id)
  if (!hash || !(await passwordMatches({ hash, password }))) {
    throw errors.WRONG_PASSWORD()
  }
  await forgive()
  return session
}
