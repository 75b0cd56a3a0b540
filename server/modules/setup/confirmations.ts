import type { SetupPartName } from '#contract/setup.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { setup_confirmations, setup_guide } from './setup.table.ts'

/** What each confirmation stands for; of something that changed since, it no longer counts. */
export type Confirmations = Map<string, string>

export async function readConfirmations(db: Db): Promise<Confirmations> {
  const rows = await db.select().from(setup_confirmations)
  return new Map(rows.map(({ subject, content_hash }) => [subject, content_hash]))
}

export async function storeConfirmation(
  db: Db,
  { part, confirmable }: { part: SetupPartName; confirmable: string },
  by: ChangedBy,
) {
  const confirmation = {
    content_hash: confirmable,
    confirmed_by: by.name,
    confirmed_at: by.at.toISOString(),
  }
  await db
    .insert(setup_confirmations)
    .values({ subject: part, ...confirmation })
    .onConflictDoUpdate({ target: setup_confirmations.subject, set: confirmation })
  await announceChange(db, 'setup')
}

export async function isGuideHidden(db: Db) {
  const [guide] = await db.select().from(setup_guide)
  return guide?.is_hidden ?? false
}

export async function hideGuide(db: Db, is_hidden: boolean) {
  await db
    .insert(setup_guide)
    .values({ is_hidden })
    .onConflictDoUpdate({ target: setup_guide.singleton, set: { is_hidden } })
  await announceChange(db, 'setup')
}
