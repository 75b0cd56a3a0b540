import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { Session } from '#server/platform/rpc.ts'
import { user_roles } from './accounts.table.ts'
import type { Auth } from './auth.ts'

type Cookies = { resHeaders?: Headers }

/**
 * Session is asking. The role is read each time, so a revoked admin is refused at the next call. Where the
 * answer can carry cookies, a session in use is prolonged and a dead cookie removed.
 */
export async function readSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  answer?: Cookies,
): Promise<Session | null> {
  if (!headers.has('cookie')) return null
  const { response: found, headers: set } = await auth.api.getSession({
    headers,
    query: { disableRefresh: !answer },
    returnHeaders: true,
  })
  if (answer) passCookies(set, answer)
  if (!found) return null
  return {
    session_id: found.session.id,
    profile: { id: found.user.id, full_name: found.user.name, email: found.user.email },
    is_admin: await isAdmin(db, found.user.id),
  }
}

export async function isAdmin(db: Db, user_id: string) {
  const roles = await db
    .select({ role: user_roles.role })
    .from(user_roles)
    .where(eq(user_roles.user_id, user_id))
  return roles.some(({ role }) => role === 'admin')
}

/** Hands the cookies that better-auth sets on to the browser. */
export function passCookies(from: Headers, to: Cookies) {
  for (const cookie of from.getSetCookie()) to.resHeaders?.append('set-cookie', cookie)
}
