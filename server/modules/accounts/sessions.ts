import { and, desc, eq, gt, lt, ne } from 'drizzle-orm'
import type { OpenSession } from '#contract/accounts.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext, Session } from '#server/platform/rpc.ts'
import { sessions, verifications } from './accounts.table.ts'
import { deviceName } from './device-name.ts'

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

/** Ends one session of this user; another's is not found. */
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

/** Sessions and links that have run out are good for nothing. */
export async function forgetExpired({ db, now }: AppContext) {
  await db.delete(sessions).where(lt(sessions.expires_at, now()))
  await db.delete(verifications).where(lt(verifications.expires_at, now()))
}
