import { call as invoke } from '@orpc/server'
import { readShopFacts, siteSettingsRouter } from './modules/content/index.ts'
import type { Seller } from './modules/orders/index.ts'
import type { Platform } from './platform/rpc.ts'

/** Who stands on an invoice: what the shop says of itself in its settings. */
export async function readSeller(platform: Platform): Promise<Seller> {
  const context = {
    ...platform,
    visitor: 'shop',
    headers: new Headers(),
    who: async () => null,
  }
  const settings = await invoke(siteSettingsRouter.list, undefined, { context })
  const { name, support_email } = await readShopFacts(platform.db)
  return {
    name,
    email: support_email,
    address: settings.contact_address,
    city: settings.contact_city,
    phone: settings.contact_phone,
  }
}
