import { renderToStaticMarkup } from 'react-dom/server'
import { accountUpdate, passwordReset, welcome } from './account-mails.tsx'
import type { Mail, MailOf, MailTexts, Shop, TemplateData, TemplateId } from './data.ts'
import { oneLine } from './format.ts'
import { logoLink, makeSafe, safeLink, siteUrl } from './make-safe.ts'
import {
  abandonedCart,
  backInStock,
  newProduct,
  promotional,
  saleAlert,
} from './marketing-mails.tsx'
import {
  orderCancelled,
  orderConfirmation,
  orderDelivered,
  orderShipped,
  paymentFailed,
  paymentLink,
  refundProcessed,
} from './order-mails.tsx'
import { MailPage, MailProvider } from './parts/MailPage.tsx'
import { Facts } from './parts/Panel.tsx'
import { orderReceived, paymentReminder } from './payment-mails.tsx'
import { plainText } from './plain-text.ts'
import { crossSell, replenishment, reviewRequest } from './post-purchase-mails.tsx'
import {
  returnApproved,
  returnArrived,
  returnAsked,
  returnClosed,
  returnDeclined,
} from './return-mails.tsx'
import { supportTicket } from './support-mails.tsx'
import { teamNotification } from './team-mails.tsx'
import { fillTexts, originalTexts } from './texts.ts'

const mails: { readonly [Id in TemplateId]: MailOf<Id> } = {
  'order-confirmation': orderConfirmation,
  welcome,
  'password-reset': passwordReset,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'order-cancelled': orderCancelled,
  'payment-failed': paymentFailed,
  'refund-processed': refundProcessed,
  'order-received': orderReceived,
  'payment-reminder': paymentReminder,
  'payment-link': paymentLink,
  'return-asked': returnAsked,
  'return-approved': returnApproved,
  'return-declined': returnDeclined,
  'return-arrived': returnArrived,
  'return-closed': returnClosed,
  promotional,
  'new-product': newProduct,
  'sale-alert': saleAlert,
  'abandoned-cart': abandonedCart,
  'back-in-stock': backInStock,
  'review-request': reviewRequest,
  'cross-sell': crossSell,
  replenishment,
  'support-ticket': supportTicket,
  'account-update': accountUpdate,
  'team-notification': teamNotification,
}

/** For an id without a template: shows the layout and the simple values of the data. */
const generic: Mail<object> = ({ data, shop }) => (
  <MailPage because="This is a preview." href={`${shop.url}/`} eyebrow="Preview" tone="blush">
    <Facts facts={Object.entries(data).map(asFact)} />
  </MailPage>
)

const genericTexts = (id: string): MailTexts => ({
  subject: `Preview of ${id}`,
  preheader: `Preview of ${id}`,
  title: oneLine(id),
  intro: 'There is no template of this name yet. Your mail would look like this.',
  button: 'Visit the shop',
})

const asFact = ([field, value]: [string, unknown]) =>
  (typeof value === 'string' || typeof value === 'number') &&
  ([oneLine(field), oneLine(String(value))] as const)

interface RenderedMail {
  subject: string
  html: string
  text: string
}

type DataOf<Id extends string> = Id extends TemplateId ? TemplateData[Id] : object

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Subject, html and plain text of one mail, in the original texts unless others are given. An id without a template
 * yields a generic preview.
 */
export async function renderMail<Id extends string>(
  id: Id,
  data: DataOf<Id>,
  shop: Shop,
  texts?: MailTexts,
): Promise<RenderedMail> {
  if (!Object.hasOwn(mails, id)) return render(generic, genericTexts(id), data, shop)
  const template = id as TemplateId
  // The signature pairs id and data, which TypeScript cannot follow through the table.
  return render(mails[template] as Mail<object>, texts ?? originalTexts[template], data, shop)
}

function render(Mail: Mail<object>, texts: MailTexts, given: object, unsafe: Shop): RenderedMail {
  const shop = safeShop(unsafe)
  const data = makeSafe(given, shop.url)
  const words = fillTexts(makeSafe(texts, shop.url), data, shop)
  const markup = renderToStaticMarkup(
    <MailProvider value={{ shop, words }}>
      <Mail data={data} shop={shop} words={words} />
    </MailProvider>,
  )
  return {
    // An answer to a message is a reply to its confirmation.
    subject: oneLine('reply' in data && data.reply ? `Re: ${words.subject}` : words.subject),
    html: doctype + withoutPreloads(markup),
    text: plainText(markup),
  }
}

function safeShop(shop: Shop): Shop {
  const url = siteUrl(shop.url)
  return {
    name: oneLine(shop.name),
    url,
    support_email: oneLine(shop.support_email),
    currency: shop.currency,
    preferences_url: safeLink(shop.preferences_url, url),
    logo_url: logoLink(shop.logo_url || undefined, url),
    accent_colour: shop.accent_colour,
  }
}

// React adds preload hints for pictures: useless in a mail, and spam filters distrust them.
const withoutPreloads = (markup: string) => markup.replace(/<link rel="preload"[^>]*>/g, '')
