import { call as invoke } from '@orpc/server'
import type { AppContext } from '#server/platform/rpc.ts'
import { readShopFacts, siteSettingsRouter } from './index.ts'

/** Session stands on an invoice: what the shop says of itself in its settings. */
export async function readSeller(context: AppContext) {
  const nobody = {
    ...context,
    visitor: 'shop',
    headers: new Headers(),
    session: async () => null,
  }
  const settings = await invoke(siteSettingsRouter.list, undefined, { context: nobody })
  const { name, support_email } = await readShopFacts(context.db)
  return {
    name,
    email: support_email,
    address: settings.contact_address,
    city: settings.contact_city,
    phone: settings.contact_phone,
  }
}
