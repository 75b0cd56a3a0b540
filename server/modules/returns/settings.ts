import type { ReturnSettingsEdit } from '#contract/returns.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { return_settings } from './returns.table.ts'

export async function readReturnSettings(db: Db) {
  const [row] = await db.select().from(return_settings)
  if (!row) throw errors.ROW_NOT_FOUND()
  return row
}

/** Until then the mails and the notification of returns are not shown. */
export const areReturnsTaken = async (db: Db) => (await readReturnSettings(db)).days !== null

export const saveReturnSettings = (
  db: Db,
  { version, ...edit }: ReturnSettingsEdit & { version: number },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const { id } = await readReturnSettings(tx)
    const options = { by, name: () => 'Return settings', computed: ['singleton'] as const }
    const saved = await updateRow(tx, return_settings, { id, version }, edit, options)
    // The studio shows the mails of returns as soon as they can be sent.
    await announceChange(tx, 'returns', 'mail_templates')
    return saved
  })
