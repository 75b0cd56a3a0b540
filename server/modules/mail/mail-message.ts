import addressparser from 'nodemailer/lib/addressparser'
import { Email } from '#contract/fields.ts'
import type { Currency } from '#contract/money.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readShopSettings } from '../content/reads.ts'
import type { mails } from './mail.table.ts'
import type { Smtp } from './smtp.ts'

export type StoredMail = typeof mails.$inferSelect

/** What mails say about the shop. */
export type ShopSettings = {
  name: string
  support_email: string
  currency: Currency
  url: string
  logo_url?: string
  accent_colour?: string
}

/** The connection to the mail server, undefined when there is none, and the sender of every mail. */
export type Outgoing = { smtp: Smtp | undefined; mailFrom: string | undefined }

/** What rendering and sending a mail needs. */
export type MailContext = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'now'> & {
  shopSettings: () => Promise<ShopSettings>
  /** Asked for every mail, since an admin may change the server at any time. */
  outgoing: () => Promise<Outgoing>
}

/** The given sender, else the support address, else no-reply at the shop's host. */
export function senderOf(mailFrom: string | undefined, shop: ShopSettings) {
  const [given] = addressparser(mailFrom ?? '', { flatten: true })
  const candidates = [given?.address, shop.support_email]
  return {
    name: given?.name || shop.name,
    address:
      candidates.find((address) => Email.safeParse(address).success) ??
      `no-reply@${new URL(shop.url).hostname}`,
  }
}

/**
 * These mails may carry a link that opens an account, so an admin who reads one could take the account over. The
 * text is shown only while no mail server is configured, and erased once the mail is sent.
 */
const WITH_PERSONAL_LINK: readonly string[] = ['password-reset', 'account-update']

export const hasPersonalLink = (template: string) => WITH_PERSONAL_LINK.includes(template)

const WITHHELD_NOTE = 'This mail may carry a personal link, so its text is not shown here.'

export const WITHHELD = { html: `<p>${WITHHELD_NOTE}</p>`, text: WITHHELD_NOTE }

/** What a mail shows of the shop. */
export const readShop = async (
  context: Pick<AppContext, 'config' | 'db'>,
): Promise<ShopSettings> => ({
  ...(await readShopSettings(context)),
  url: context.config.publicUrl,
})
