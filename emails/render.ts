import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Shop, TemplateData, TemplateId } from './data.ts'
import { oneLine } from './format.ts'
import { generic } from './generic.tsx'
import type { Mail } from './mail.ts'
import { mails } from './mails.ts'
import { makeSafe, safeLink, siteUrl } from './make-safe.ts'
import { plainText } from './plain-text.ts'

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
  // The signature has paired id and data; the compiler cannot follow that through the table.
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

// React asks a browser to fetch pictures early; a mail has no use for that and filters distrust it.
const withoutPreloads = (markup: string) => markup.replace(/<link rel="preload"[^>]*>/g, '')
