import { isAPIError } from 'better-auth/api'
import { and, desc, eq, gt, lt, ne } from 'drizzle-orm'
import type { OpenSession } from '#contract/accounts.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext, Session } from '#server/platform/rpc.ts'
import { profiles, sessions, verifications } from './accounts.table.ts'
import type { Auth } from './auth.ts'
import { lockProfile, standingOf } from './profiles.ts'

type Cookies = { resHeaders?: Headers }

/**
 * The role is read on each call, so a right that was withdrawn is refused at once. With an `answer` that can carry cookies,
 * a session in use is prolonged and a dead cookie removed.
 */
export async function readSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  answer?: Cookies,
): Promise<Session | null> {
  if (!headers.has('cookie')) return null
  const { response: found, headers: set } = await auth.api
    .getSession({ headers, query: { disableRefresh: !answer }, returnHeaders: true })
    .catch((error) => {
      // better-auth hides the reason; it asks nobody but the database.
      throw isAPIError(error) && error.statusCode === 500 ? errors.UNAVAILABLE() : error
    })
  if (answer) passCookies(set, answer)
  if (!found) return null
  return {
    session_id: found.session.id,
    profile: { id: found.user.id, full_name: found.user.name, email: found.user.email },
    ...(await standingOf(db, found.user.id)),
  }
}

/** The session whose cookie better-auth has just set. */
export function readStartedSession(db: Db, auth: Auth, set: Headers) {
  const pairs = set.getSetCookie().map((cookie) => cookie.split(';')[0])
  return readSession(db, auth, new Headers({ cookie: pairs.join('; ') }))
}

/** Copies the cookies that better-auth sets to our response. */
export function passCookies(from: Headers, to: Cookies) {
  for (const cookie of from.getSetCookie()) to.resHeaders?.append('set-cookie', cookie)
}

export async function listSessions(db: Db, session: Session, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, session.profile.id), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.updated_at))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent ?? ''),
    current: row.id === session.session_id,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.updated_at.toISOString(),
  }))
}

/** False when this user has no such session. */
export async function endSession(db: Db, user_id: string, id: string) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, user_id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

export const endSessions = (tx: Db, user_id: string, { except }: { except?: string } = {}) =>
  tx
    .delete(sessions)
    .where(and(eq(sessions.user_id, user_id), except ? ne(sessions.id, except) : undefined))

/** Locks the caller's account. Refuses when the session was ended since the request began, such as by a reset. */
export async function lockOwnProfile(tx: Db, { profile, session_id }: Session) {
  const locked = await lockProfile(tx, profile.id)
  if (!locked || (await tx.$count(sessions, eq(sessions.id, session_id))) === 0) {
    throw errors.UNAUTHORIZED()
  }
  return locked
}

export async function deleteExpired({ db, now }: AppContext) {
  await db.delete(sessions).where(lt(sessions.expires_at, now()))
  await db.delete(verifications).where(lt(verifications.expires_at, now()))
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** `Chrome on Windows`: enough to recognise one's own devices. */
export function deviceName(userAgent: string) {
  const find = (table: [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** For a transaction that replaces all accounts: the session is put back if its account is still there. */
export async function carrySession(db: Db, session_id: string) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, session_id))
  return async (tx: Db) => {
    if (!session) return
    const account = await tx.$count(profiles, eq(profiles.id, session.user_id))
    if (account > 0) await tx.insert(sessions).values(session).onConflictDoNothing()
  }
}
