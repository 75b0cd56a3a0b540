import { LRUCache } from 'lru-cache'
import type { CampaignMail } from '#contract/campaigns.ts'
import type { MailTexts } from '#contract/mail-studio.ts'
import {
  originalTexts,
  personalise,
  safeName,
  type TemplateData,
  variablesIn,
} from '#emails/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/plain-page.ts'
import { readProduct } from '../../catalog/index.ts'
import { findCoupon } from '../../orders/index.ts'
import { type ShopSettings, senderOf } from '../mail-message.ts'
import { changedTexts } from '../mail-templates.ts'

/** Everything of a mail that is the same for all of its recipients. */
export type ComposedMail = {
  template: CampaignMail['template']
  subject: string
  body: string
  data: Record<string, unknown>
  texts: MailTexts | null
}

/** Checks what the owner wrote, and takes coupon, product and texts as they are now. */
export async function composeMail(db: Db, mail: CampaignMail, at: Date): Promise<ComposedMail> {
  refuseUnknownVariables(mail)
  const { template, subject, body } = mail
  const texts = (await changedTexts(db, template)) ?? null
  return { template, subject, body, data: await dataOf(db, mail, at), texts }
}

function refuseUnknownVariables(mail: CampaignMail) {
  const issues = (['subject', 'body'] as const).flatMap((field) =>
    variablesIn(mail[field])
      .filter((name) => name !== 'name')
      .map((name) => ({
        path: [field],
        message: `There is no {{${name}}}. A campaign knows {{name}}.`,
      })),
  )
  if (issues.length > 0) throw errors.UNKNOWN_VARIABLE({ data: { issues } })
}

async function dataOf(db: Db, mail: CampaignMail, at: Date) {
  const coupon = mail.coupon_code ? await findCoupon(db, mail.coupon_code, at) : undefined
  const couponCode = coupon?.code
  switch (mail.template) {
    case 'promotional':
      return { couponCode, ctaText: mail.button || undefined, ctaLink: mail.link || '/' }
    case 'sale-alert': {
      const discountPercentage = coupon?.discount_percentage
      if (!discountPercentage) throw errors.COUPON_NEEDED()
      const saleEndDate = coupon?.valid_until.slice(0, 10)
      return { couponCode, discountPercentage, saleEndDate, shopLink: mail.link || '/' }
    }
    case 'new-product': {
      const product = mail.product_id && (await readProduct(db, mail.product_id))
      if (!product) throw errors.PRODUCT_NEEDED()
      return {
        couponCode,
        productName: product.name,
        productDescription: product.description,
        productImage: product.image_url,
        productLink: `/product/${product.id}`,
        price: product.price,
      }
    }
  }
}

/** Where the button goes. */
export const targetOf = ({ ctaLink, shopLink, productLink }: Record<string, unknown>) =>
  String(ctaLink ?? shopLink ?? productLink ?? '/')

type Reader = { name: string; link?: string; preferences_url?: string }

/** Stand for what differs between readers, in a mail that is rendered once for all of them. */
const NAME = '\uE000'
const PREFERENCES_URL = 'https://preferences.invalid/'

/** A render takes milliseconds, which thousands of readers would take from the visitors. */
const rendered = new LRUCache<string, ReturnType<typeof renderTemplate>>({ max: 20 })

/** The mail for one of its recipients. */
export async function renderCampaignMail(
  { template, subject, body, data, texts }: ComposedMail,
  shop: ShopSettings,
  { name: given, link, preferences_url }: Reader,
) {
  const name = safeName(given)
  const common = {
    mail: { template, subject, body, data, texts },
    shop,
    reader: {
      name: name ? NAME : '',
      link,
      preferences_url: preferences_url && PREFERENCES_URL,
    },
  }
  const key = JSON.stringify(common)
  const mail = await (rendered.get(key) ?? renderOnce(key, common))
  const fill = (text: string, asText: (value: string) => string = String) =>
    text
      .replaceAll(NAME, () => asText(name ?? ''))
      .replaceAll(PREFERENCES_URL, () => asText(preferences_url ?? ''))
  return {
    subject: fill(mail.subject),
    html: fill(mail.html, escapeHtml),
    text: fill(mail.text),
  }
}

function renderOnce(key: string, common: Common) {
  const render = renderTemplate(common)
  rendered.set(key, render)
  render.catch(() => rendered.delete(key))
  return render
}

type Common = { mail: ComposedMail; shop: ShopSettings; reader: Reader }

async function renderTemplate({ mail, shop, reader }: Common) {
  // Loading the templates takes 30 MB, so a process loads them with its first mail.
  const { renderMail } = await import('#emails/render.tsx')
  const subject = personalise(mail.subject, reader.name)
  const content = personalise(mail.body, reader.name)
  const greetsItself = variablesIn(mail.subject + mail.body).length > 0
  const site = {
    ...shop,
    support_email: senderOf(undefined, shop).address,
    preferences_url: reader.preferences_url,
  }
  const data = {
    ...mail.data,
    ...(reader.link && linkFields(mail.template, reader.link)),
    subject,
    content,
    saleTitle: subject,
    customerName: greetsItself ? undefined : reader.name,
  }
  const texts = mail.texts ?? originalTexts[mail.template]
  return renderMail(
    mail.template,
    data as unknown as TemplateData[typeof mail.template],
    site,
    // The other templates have subjects of their own; in a campaign the owner's counts.
    mail.template === 'promotional' ? texts : { ...texts, subject: '{{subject}}' },
  )
}

const LINK_FIELDS = {
  promotional: 'ctaLink',
  'sale-alert': 'shopLink',
  'new-product': 'productLink',
} as const

const linkFields = (template: ComposedMail['template'], link: string) => ({
  [LINK_FIELDS[template]]: link,
})
