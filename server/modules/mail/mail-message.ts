import addressparser from 'nodemailer/lib/addressparser'
import { Email } from '#contract/fields.ts'
import type { Currency } from '#contract/money.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readShopSettings } from '../content/reads.ts'
import type { mails } from './mail.table.ts'
import { isMarketing } from './mail-kinds.ts'
import { unsubscribeLink } from './mail-links.ts'
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

/** The message for nodemailer: one recipient, and no text that could inject a header. */
export function composeMessage(
  config: AppContext['config'],
  mailFrom: string | undefined,
  shop: ShopSettings,
  mail: StoredMail,
) {
  const sender = senderOf(mailFrom, shop)
  return {
    // The same on every attempt, so that receivers can recognise a repeated mail.
    messageId: `<${mail.id}@${new URL(shop.url).hostname}>`,
    date: new Date(mail.created_at),
    from: sender,
    // The sender may be an unread address; answers go to support.
    replyTo: mailFrom ? senderOf(undefined, shop) : undefined,
    to: { name: '', address: mail.to_address },
    envelope: { from: sender.address, to: [mail.to_address] },
    subject: withoutControls(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(isMarketing(mail.template) &&
        unsubscribeHeaders(unsubscribeLink(config, mail.to_address, mail.campaign_id))),
    },
    attachments: mail.attachments?.map(({ filename, type, content_base64 }) => ({
      filename: withoutControls(filename).replace(/[/\\]/g, '-'),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
      content: Buffer.from(content_base64, 'base64'),
    })),
  }
}

/** RFC 8058: the mail program unsubscribes with one click, without opening a page. */
const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const withoutControls = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

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
