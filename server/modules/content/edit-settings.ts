import { eq, sql } from 'drizzle-orm'
import { SETTING_KEYS, type SettingKey } from '#contract/content.ts'
import type { EditableSetting } from '#contract/edit-settings.ts'
import { currencyOf } from '#contract/money.ts'
import { hasOrders, hasOrdersUntilCommit } from '#server/modules/orders/reads.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { site_settings } from './content.table.ts'
import { replacePicture } from './edit-stories.ts'

/** Every key, by name; version 0 where no row is stored yet. */
export async function listEditableSettings(db: Db): Promise<EditableSetting[]> {
  const rows = await db.select().from(site_settings)
  const is_fixed = await hasOrders(db)
  return [...SETTING_KEYS].sort().map((setting_key) => ({
    ...(rows.find((row) => row.setting_key === setting_key) ?? {
      setting_key,
      setting_value: '',
      description: null,
      version: 0,
    }),
    ...(setting_key === 'currency' && { is_fixed }),
  }))
}

type SettingChange = { setting_key: SettingKey; setting_value: string; version: number }

export const saveSetting = (
  db: Db,
  { setting_key, setting_value, version }: SettingChange,
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const options = { by, name: (row: { setting_key: string }) => row.setting_key }
    // A setting without a row has nothing else to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`setting:${setting_key}`}))`)
    const [before] = await tx
      .select()
      .from(site_settings)
      .where(eq(site_settings.setting_key, setting_key))
    if (setting_key === 'currency') await refuseFixed(tx, before?.setting_value, setting_value)
    const saved = before
      ? await updateRow(tx, site_settings, { id: before.id, version }, { setting_value }, options)
      : await createRow(tx, site_settings, { setting_key, setting_value }, options)
    if (setting_key === 'logo_url') {
      await replacePicture(tx, 'logo', before?.setting_value || null, setting_value || null, by)
    }
    return saved
  })

/** An order is an amount without a currency, so all of them are in the one that the first was placed in. */
async function refuseFixed(tx: Db, before: string | undefined, after: string) {
  if (currencyOf(before) === currencyOf(after)) return
  if (await hasOrdersUntilCommit(tx)) throw errors.CURRENCY_FIXED()
}
