import { DAY_SECONDS } from '#contract/time.ts'
import { readCookie, setCookie } from '#server/platform/cookies.ts'
import type { AppContext, RequestContext, Session } from '#server/platform/rpc.ts'
import { isSameSecret, newSecret, pseudonym } from '#server/platform/secrets.ts'
import { findPasswordHash, readPasswordHash } from './password-hash.ts'

const QUARTER_HOUR = 900
const HOUR = 3600

/** One network at one account. */
const PER_STRANGER = { calls: 10, per_seconds: QUARTER_HOUR, forgivable: true }
/** One network at all accounts. */
const PER_NETWORK = { calls: 30, per_seconds: QUARTER_HOUR, forgivable: true }
/** All networks at one account. A stranger has to control several to lock an account, and never locks its known devices. */
const PER_ACCOUNT = { calls: 50, per_seconds: HOUR, forgivable: true }
const PER_DEVICE = { calls: 10, per_seconds: QUARTER_HOUR, forgivable: true }
const PER_SESSION_OWNER = { calls: 10, per_seconds: QUARTER_HOUR, forgivable: true }

/**
 * Counts a password guess before the password is checked, whether or not the account exists. Returns a function
 * to call when the password was right: the guess then does not count.
 */
export async function countGuess(context: RequestContext, email: string) {
  const { limits } = context
  const visitor = context.visitor()
  const account = accountKey(context, email)
  const device = await knownDevice(context, email)
  if (device) {
    await limits.count('password-by-device', `${account}:${device}`, PER_DEVICE)
    return () => limits.forget('password-by-device', `${account}:${device}`, PER_DEVICE)
  }
  // The account last: a refused guess must not help to lock it.
  await limits.count('password-by-stranger', `${account}:${visitor}`, PER_STRANGER)
  await limits.count('password-by-network', visitor, PER_NETWORK)
  await limits.count('password-of-account', account, PER_ACCOUNT)
  return async () => {
    await limits.forget('password-by-stranger', `${account}:${visitor}`, PER_STRANGER)
    await limits.giveBack('password-by-network', visitor, PER_NETWORK)
    await limits.giveBack('password-of-account', account, PER_ACCOUNT)
  }
}

/** A guess within a session. Strangers cannot use it up, so they cannot keep the owner from a change. */
export async function countOwnGuess({ limits }: AppContext, { profile }: Session) {
  await limits.count('password-in-session', profile.id, PER_SESSION_OWNER)
  return () => limits.forget('password-in-session', profile.id, PER_SESSION_OWNER)
}

/** The owner proved to be the owner by a mailed link, so earlier guesses no longer lock the account. */
export async function resetGuesses(context: RequestContext, email: string) {
  const { limits } = context
  const visitor = context.visitor()
  const account = accountKey(context, email)
  await limits.forget('password-of-account', account, PER_ACCOUNT)
  await limits.forget('password-by-stranger', `${account}:${visitor}`, PER_STRANGER)
}

const accountKey = ({ config }: Pick<AppContext, 'config'>, email: string) =>
  pseudonym(config.secrets.session, `account:${email}`)

const DEVICE_COOKIE = 'petal_device'
const YEAR_SECONDS = 365 * DAY_SECONDS

/** Marks this browser as one of the account's own until its password changes. Call after a complete sign-in. */
export async function rememberDevice(context: RequestContext, user_id: string) {
  const hash = await readPasswordHash(context.db, user_id)
  if (!hash) return
  const device = newSecret()
  const value = `${device}.${deviceSignature(context, { user_id, hash, device })}`
  setCookie(context, DEVICE_COOKIE, value, YEAR_SECONDS)
}

/** The id of this browser, if the account was signed in from it with the current password. */
export async function knownDevice(context: RequestContext, email: string) {
  const [device, signature] = readCookie(context, DEVICE_COOKIE)?.split('.') ?? []
  if (!device || !signature) return undefined
  const owner = await findPasswordHash(context.db, email)
  if (!owner) return undefined
  const expected = deviceSignature(context, { ...owner, device })
  return isSameSecret(signature, expected) ? device : undefined
}

type Device = { user_id: string; hash: string; device: string }

/** Covers the password hash, so a thief's browser is a stranger again once the owner has a new password. */
const deviceSignature = ({ config }: RequestContext, { user_id, hash, device }: Device) =>
  pseudonym(config.secrets.session, `device:${device}:${user_id}:${hash}`)
