import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { reviews } from './reviews.table.ts'

/** A person's reviews, for the export of the own data. */
export const personalDataOf = (db: Db, { user_id }: DataSubject) =>
  db.select().from(reviews).where(eq(reviews.user_id, user_id)).orderBy(desc(reviews.created_at))
