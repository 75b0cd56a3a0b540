import type { RequestContext } from '#server/platform/rpc.ts'
import { pseudonym } from '#server/platform/secrets.ts'

const QUARTER_HOUR = 900
const PER_ACCOUNT = { calls: 10, per_seconds: QUARTER_HOUR, forgivable: true }
const PER_VISITOR = { calls: 30, per_seconds: QUARTER_HOUR, forgivable: true }

type Guesser = Pick<RequestContext, 'config' | 'limits' | 'visitor'>

/**
 * Counts a password guess before the password is checked, whether or not the account exists. Returns a function
 * to call when the password was right: the guess then does not count.
 */
export async function countGuess(context: Guesser, email: string) {
  await context.limits.count('password-of-account', accountKey(context, email), PER_ACCOUNT)
  await context.limits.count('password-by-visitor', context.visitor, PER_VISITOR)
  return async () => {
    await resetGuesses(context, email)
    await context.limits.giveBack('password-by-visitor', context.visitor, PER_VISITOR)
  }
}

/** The owner proved to be the owner, so earlier guesses no longer lock the account. */
export const resetGuesses = (context: Pick<RequestContext, 'config' | 'limits'>, email: string) =>
  context.limits.forget('password-of-account', accountKey(context, email), PER_ACCOUNT)

const accountKey = ({ config }: Pick<RequestContext, 'config'>, email: string) =>
  pseudonym(config.secrets.session, `account:${email}`)
