import type { ShopAddressEdit, ShopAddressSettings } from '#contract/shop-address.ts'
import { type ChangedBy, changesSince, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { SavedSettings } from '#server/platform/live-config.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { sendSignal } from '#server/platform/signals.ts'
import { checkAddress } from './check-address.ts'
import { operating_settings } from './setup.table.ts'

export const SETTINGS_SIGNAL = 'operating_settings'

type Row = typeof operating_settings.$inferSelect

const NOTHING_SAVED: Row = {
  id: 'shop',
  public_url: null,
  trusted_proxies: null,
  checked_url: null,
  checked_at: null,
  version: 0,
}

async function readRow(db: Db): Promise<Row> {
  const [row] = await db.select().from(operating_settings)
  return row ?? NOTHING_SAVED
}

/** What every process reads at its start and after each change. */
export const readSavedSettings = (db: Db): Promise<SavedSettings> => readRow(db)

export async function readShopAddress({
  config,
  db,
}: Pick<AppContext, 'config' | 'db'>): Promise<ShopAddressSettings> {
  const row = await readRow(db)
  const sourceOf = (isGiven: boolean, saved: unknown) =>
    isGiven ? 'environment' : saved === null ? 'default' : 'saved'
  return {
    public_url: {
      value: config.publicUrl,
      source: sourceOf(config.isGiven.publicUrl, row.public_url),
    },
    trusted_proxies: {
      value: Array.isArray(config.trustProxy)
        ? config.trustProxy.join(', ')
        : String(Number(config.trustProxy)),
      source: sourceOf(config.isGiven.trustProxy, row.trusted_proxies),
    },
    saved: { public_url: row.public_url ?? '', trusted_proxies: row.trusted_proxies ?? 0 },
    checked_at: row.checked_url === config.publicUrl ? row.checked_at : null,
    version: row.version,
  }
}

/** Asks the address itself. That the one in use answered is stored, for the set-up guide. */
export async function checkShopAddress(context: AppContext, public_url: string) {
  const url = public_url || context.config.publicUrl
  const found = await checkAddress(context, url)
  if (found.problem === null && url === context.config.publicUrl) {
    const checked = { checked_url: url, checked_at: context.now().toISOString() }
    await context.db
      .insert(operating_settings)
      .values({ ...checked, version: 0 })
      .onConflictDoUpdate({ target: operating_settings.id, set: checked })
    await announceChange(context.db, 'shop_address')
  }
  return found
}

type Edit = ShopAddressEdit & { version: number; unchecked?: boolean }

/** In use in every process from now on, without a restart. */
export async function saveShopAddress(
  context: AppContext,
  { version, unchecked = false, ...edit }: Edit,
  by: ChangedBy,
) {
  const public_url = edit.public_url ? new URL(edit.public_url).origin : null
  const { problem } = public_url ? await checkAddress(context, public_url) : { problem: null }
  if (problem && !unchecked) throw errors.ADDRESS_NOT_REACHED({ data: { reason: problem } })
  await context.db.transaction(async (tx) => {
    const before = await lockRow(tx)
    if (before.version !== version) {
      const since = await changesSince(tx, { type: 'operating_settings', id: before.id }, version)
      throw errors.CHANGED_MEANWHILE({ data: { version: before.version, ...since } })
    }
    const after: Row = {
      ...before,
      public_url,
      trusted_proxies: edit.trusted_proxies,
      checked_url: problem ? null : public_url,
      checked_at: problem || !public_url ? null : by.at.toISOString(),
      version: before.version + 1,
    }
    await tx.update(operating_settings).set(after)
    await recordAudit(tx, {
      by,
      object: { type: 'operating_settings', id: before.id, name: 'Shop address' },
      before: audited(before),
      after: audited(after),
    })
    await announceChange(tx, 'shop_address')
    await sendSignal(tx, SETTINGS_SIGNAL, {})
  })
  // Other processes follow the signal; this one answers with what is in use.
  await context.reloadSettings()
  return readShopAddress(context)
}

const audited = ({ public_url, trusted_proxies, version }: Row) => ({
  public_url,
  trusted_proxies,
  version,
})

/** Two admins who save at once do so one after the other. */
async function lockRow(tx: Db): Promise<Row> {
  await tx.insert(operating_settings).values({ version: 0 }).onConflictDoNothing()
  const [row] = await tx.select().from(operating_settings).for('update')
  return row ?? NOTHING_SAVED
}
