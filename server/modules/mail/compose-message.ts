import type { mails } from './mail.table.ts'
import { isMarketing } from './marketing-consent.ts'
import { type PostOffice, type ShopSettings, senderOf } from './post-office.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'

export type StoredMail = typeof mails.$inferSelect
export type MailMessage = ReturnType<typeof composeMessage>

/** The mail as it goes over the wire: one recipient, and nothing in a header that could end it. */
export function composeMessage({ config }: PostOffice, shop: ShopSettings, mail: StoredMail) {
  const sender = senderOf(config.mailFrom, shop)
  return {
    // The same mail has the same id on every try, so that a repeated one can be recognised.
    messageId: `<${mail.id}@${new URL(shop.url).hostname}>`,
    date: new Date(mail.created_at),
    from: sender,
    // An answer goes to the shop, also when the mail leaves under another address.
    replyTo: config.mailFrom ? senderOf(undefined, shop) : undefined,
    to: { name: '', address: mail.to_address },
    envelope: { from: sender.address, to: [mail.to_address] },
    subject: withoutControls(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(isMarketing(mail.template) && waysOut(unsubscribeLink(config, mail.to_address))),
    },
    attachments: mail.attachments?.map(({ filename, type, content_base64 }) => ({
      filename: withoutControls(filename).replace(/[/\\]/g, '-'),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
      content: Buffer.from(content_base64, 'base64'),
    })),
  }
}

/** RFC 8058: the mail program unsubscribes with one click, without opening a page. */
const waysOut = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const withoutControls = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
