import { SETTING_KEYS, type SettingKey, type SiteSettings } from '#contract/content.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { site_settings } from './content.table.ts'

type Source = Pick<AppContext, 'db'>

const DEFAULT_NAME = 'Petal & Dew'

/** The settings of these keys, by default all. A setting without a row is ''. */
export async function readSettings(
  { db }: Source,
  keys: readonly SettingKey[] = SETTING_KEYS,
): Promise<SiteSettings> {
  const rows = await db.select().from(site_settings)
  const value = (key: SettingKey) =>
    rows.find(({ setting_key }) => setting_key === key)?.setting_value ?? ''
  return Object.fromEntries(keys.map((key) => [key, value(key)]))
}

/** The shop's name and the address that customers write to; '' if it has none. */
export async function readShopSettings(context: Source) {
  const settings = await readSettings(context, ['site_title', 'support_email'])
  return {
    name: settings.site_title?.trim() || DEFAULT_NAME,
    support_email: settings.support_email?.trim() ?? '',
  }
}

/** The seller as invoices name it. */
export async function readSeller(context: Source) {
  const { name, support_email } = await readShopSettings(context)
  const settings = await readSettings(context)
  return {
    name,
    email: support_email,
    address: settings.contact_address ?? '',
    city: settings.contact_city ?? '',
    phone: settings.contact_phone ?? '',
  }
}
