import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { accountUpdate, passwordReset, welcome } from './account-mails.tsx'
import type { Mail, MailOf, Shop, TemplateData, TemplateId } from './data.ts'
import { oneLine } from './format.ts'
import { Layout } from './layout.tsx'
import { makeSafe, safeLink, siteUrl } from './make-safe.ts'
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
  refundProcessed,
} from './order-mails.tsx'
import { Action } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Story } from './parts/Panel.tsx'
import { plainText } from './plain-text.ts'
import { crossSell, replenishment, reviewRequest } from './post-purchase-mails.tsx'
import { supportTicket } from './support-mails.tsx'

const mails: { readonly [Id in TemplateId]: MailOf<Id> } = {
  'order-confirmation': orderConfirmation,
  welcome,
  'password-reset': passwordReset,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'order-cancelled': orderCancelled,
  'payment-failed': paymentFailed,
  'refund-processed': refundProcessed,
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
}

/** For an id without a template: shows the layout and the simple values of the data. */
const generic: Mail<{ id: string; values: object }> = {
  subject: ({ id }, shop) => `Preview of ${id} · ${shop.name}`,
  Body: ({ data, shop }) => (
    <Layout because="This is a preview." preview={`Preview of ${data.id}`} shop={shop}>
      <Dome
        action={<Action href={`${shop.url}/`}>Visit the shop</Action>}
        eyebrow="Preview"
        lede="There is no template of this name yet. Your mail would look like this."
        title={oneLine(data.id)}
        tone="blush"
      />
      <Story>
        <Facts facts={Object.entries(data.values).map(asFact)} />
      </Story>
    </Layout>
  ),
}

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

/** Subject, html and plain text of one mail. An id without a template yields a generic preview. */
export async function renderMail<Id extends string>(
  id: Id,
  data: DataOf<Id>,
  shop: Shop,
): Promise<RenderedMail> {
  if (!Object.hasOwn(mails, id)) return render(generic, { id, values: data }, shop)
  // The signature pairs id and data, which TypeScript cannot follow through the table.
  return render(mails[id as TemplateId] as Mail<object>, data, shop)
}

function render<Data extends object>(mail: Mail<Data>, data: Data, shop: Shop): RenderedMail {
  const site = safeShop(shop)
  const props = { data: makeSafe(data, site.url), shop: site }
  const markup = renderToStaticMarkup(createElement(mail.Body, props))
  return {
    subject: oneLine(mail.subject(props.data, site)),
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
    unsubscribe_url: safeLink(shop.unsubscribe_url, url),
  }
}

// React adds preload hints for pictures: useless in a mail, and spam filters distrust them.
const withoutPreloads = (markup: string) => markup.replace(/<link rel="preload"[^>]*>/g, '')
