import { Refusal } from '#server/platform/refusal.ts'
import { type Call, caller } from '#server/platform/rpc.ts'
import { countGuess } from './guess-limits.ts'
import { passwordMatches } from './passwords.ts'
import { storedPassword } from './store-password.ts'

/** Asked again before anything that a borrowed session must not do. Counts as a guess, like signing in. */
export async function assertOwnPassword(call: Call, password: string) {
  const who = await caller(call)
  const forgive = await countGuess(call, who.profile.email)
  const hash = await storedPassword(call.db, who.profile.id)
  if (!hash || !(await passwordMatches({ hash, password }))) {
    throw new Refusal('WRONG_PASSWORD', 'This is not your current password.')
  }
  await forgive()
  return who
}
