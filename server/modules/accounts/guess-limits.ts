import type { RequestContext } from '#server/platform/rpc.ts'
import { pseudonym } from '#server/platform/secrets.ts'

const QUARTER_HOUR = 900
/** Of one account, wherever they come from: ten a quarter of an hour reach the hash. */
const OF_ACCOUNT = { calls: 10, per_seconds: QUARTER_HOUR, forgivable: true }
/** Of one visitor, at whichever accounts. */
const OF_VISITOR = { calls: 30, per_seconds: QUARTER_HOUR, forgivable: true }

type Guesser = Pick<RequestContext, 'config' | 'limits' | 'visitor'>

/**
 * Counts a guess at a password before it is looked at, whether or not the account exists. A right one was no
 * guess: call what this returns, and it is forgiven.
 */
export async function countGuess(call: Guesser, email: string) {
  await call.limits.count('password-of-account', accountKey(call, email), OF_ACCOUNT)
  await call.limits.count('password-by-visitor', call.visitor, OF_VISITOR)
  return async () => {
    await forgiveGuesses(call, email)
    await call.limits.giveBack('password-by-visitor', call.visitor, OF_VISITOR)
  }
}

/** The owner has proved to be the owner: whoever guessed before, the door is open again. */
export const forgiveGuesses = (call: Pick<RequestContext, 'config' | 'limits'>, email: string) =>
  call.limits.forget('password-of-account', accountKey(call, email), OF_ACCOUNT)

const accountKey = ({ config }: Pick<RequestContext, 'config'>, email: string) =>
  pseudonym(config.secrets.session, `account:${email}`)
