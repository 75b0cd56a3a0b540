import addressparser from 'nodemailer/lib/addressparser'
import { Email } from '#contract/fields.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import type { Smtp } from './smtp.ts'

export type ShopSettings = { name: string; support_email: string; url: string }

/** What writing and sending a mail needs. Without a mail server there is no `smtp`. */
export type PostOffice = Pick<AppContext, 'config' | 'db' | 'log' | 'now'> & {
  shopSettings: () => Promise<ShopSettings>
  smtp: Smtp | undefined
}

type Sender = { name: string; address: string }

/** `MAIL_FROM` when given, else the shop's own address, else one that says that nobody reads it. */
export function senderOf(mailFrom: string | undefined, shop: ShopSettings): Sender {
  const [given] = addressparser(mailFrom ?? '', { flatten: true })
  const candidates = [given?.address, shop.support_email]
  return {
    name: given?.name || shop.name,
    address:
      candidates.find((address) => Email.safeParse(address).success) ??
      `no-reply@${new URL(shop.url).hostname}`,
  }
}
