import { DEFAULT_ACCENT } from '#contract/colours.ts'
import { SETTING_KEYS, type SettingKey, type SiteSettings } from '#contract/content.ts'
import { type Currency, currencyOf } from '#contract/money.ts'
import { readPrintPicture } from '#server/modules/media/index.ts'
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

/** Read at every use, so that a change is effective in all processes at once. */
export const readCurrency = async (context: Source): Promise<Currency> =>
  currencyOf((await readSettings(context, ['currency'])).currency)

/** The shop as mails name and show it; `support_email` and `logo_url` are '' if it has none. */
export async function readShopSettings(context: Source) {
  return shopOf(await readSettings(context))
}

const shopOf = (settings: SiteSettings) => ({
  name: settings.site_title?.trim() || DEFAULT_NAME,
  support_email: settings.support_email?.trim() ?? '',
  logo_url: settings.logo_url ?? '',
  accent_colour: settings.accent_colour || DEFAULT_ACCENT,
  currency: currencyOf(settings.currency),
})

/** The seller as invoices name and show it. */
export async function readSeller(context: Pick<AppContext, 'db' | 'files' | 'log'>) {
  const settings = await readSettings(context)
  const { name, support_email, logo_url, accent_colour, currency } = shopOf(settings)
  return {
    name,
    email: support_email,
    address: settings.contact_address ?? '',
    city: settings.contact_city ?? '',
    phone: settings.contact_phone ?? '',
    logo: logo_url ? await readPrintPicture(context, logo_url) : null,
    accent_colour,
    currency,
  }
}
