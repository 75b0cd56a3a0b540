import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { credentials } from './accounts.table.ts'

/** better-auth's name for "by password". */
const BY_PASSWORD = 'credential'

export async function storePassword(tx: Db, user_id: string, password: string) {
  await tx
    .insert(credentials)
    .values({ user_id, account_id: user_id, provider_id: BY_PASSWORD, password })
    .onConflictDoUpdate({
      target: [credentials.provider_id, credentials.account_id],
      set: { password, updated_at: new Date() },
    })
}

export async function storedPassword(db: Db, user_id: string) {
  const [row] = await db
    .select({ password: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.user_id, user_id), eq(credentials.provider_id, BY_PASSWORD)))
  return row?.password ?? null
}
