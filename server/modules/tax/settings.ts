import type { TaxSettingsEdit } from '#contract/tax.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { tax_settings } from './tax.table.ts'

export async function readTaxSettings(db: Db) {
  const [row] = await db.select().from(tax_settings)
  if (!row) throw errors.ROW_NOT_FOUND()
  return row
}

export const isTaxOn = async (db: Db) => (await readTaxSettings(db)).enabled

export const saveTaxSettings = (
  db: Db,
  { version, ...edit }: TaxSettingsEdit & { version: number },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const { id } = await readTaxSettings(tx)
    const options = { by, name: () => 'Tax settings', computed: ['singleton'] as const }
    const saved = await updateRow(tx, tax_settings, { id, version }, edit, options)
    await announceChange(tx, 'tax')
    return saved
  })
