import { type Currency, formatMoney } from '#contract/money.ts'
import type { MailTexts, Shop, TemplateId } from './data.ts'
import { day, opening } from './format.ts'
import { safeName } from './make-safe.ts'

/**
 * The texts that a mail has until the owner changes them. `{{name}}` stands for a value of the mail's data. A part
 * in square brackets is left out when one of its values is missing.
 */
export const originalTexts: Readonly<Record<TemplateId, MailTexts>> = {
  'order-confirmation': {
    subject: 'Your order {{orderNumber}} is confirmed',
    preheader: 'We have your order {{orderNumber}} and are getting it ready.',
    title: 'Thank you[, {{customerName}}]',
    intro:
      'Your order is confirmed. We are wrapping it now and will write again when it leaves us.',
    button: 'View your order',
  },
  welcome: {
    subject: 'Welcome to {{shopName}}',
    preheader: 'Your account is ready. Here is what it is good for.',
    title: 'Welcome[, {{customerName}}]',
    intro:
      'Skincare is a small daily kindness. Thank you for letting {{shopName}} be part of yours.',
    button: 'Start exploring',
  },
  'password-reset': {
    subject: 'Reset your {{shopName}} password',
    preheader: 'This link expires in 1 hour and works once.',
    title: 'A new password',
    intro:
      '[Hello {{customerName}}. ]It happens to everyone. Press the button, choose a new one, and you are back in.',
    button: 'Choose a new password',
  },
  'order-shipped': {
    subject: 'Your order {{orderNumber}} is on its way',
    preheader: 'Order {{orderNumber}} has left our hands and is travelling to you.',
    title: 'It is on its way',
    intro:
      '[Hello {{customerName}}. ]Wrapped, sealed and handed over: your parcel is travelling to you now.',
    button: 'Follow your parcel',
  },
  'order-delivered': {
    subject: 'Your order {{orderNumber}} has arrived',
    preheader: 'Your parcel was delivered[ on {{deliveryDate}}]. Enjoy the first evening with it.',
    title: 'It has arrived[, {{customerName}}]',
    intro:
      'Your parcel was delivered[ on {{deliveryDate}}]. We hope that opening it is a small pleasure of its own.',
    button: 'View your order',
  },
  'order-cancelled': {
    subject: 'Your order {{orderNumber}} was cancelled',
    preheader: 'Order {{orderNumber}} was cancelled. Here is what happens now.',
    title: 'Your order was cancelled',
    intro: '[Hello {{customerName}}. ]We are sorry that it did not work out this time.',
    button: 'View your order',
  },
  'payment-failed': {
    subject: 'Payment for order {{orderNumber}} did not go through',
    preheader: 'Nothing was charged. You can try again in a moment.',
    title: 'Your payment did not go through',
    intro:
      '[Hello {{customerName}}. ]Nothing was charged. Cards do this now and then, and a second try often works.',
    button: 'Try again',
  },
  'refund-processed': {
    subject: 'Your refund for order {{orderNumber}}',
    preheader: '{{refundAmount}} is on its way back to you.',
    title: '{{refundAmount}} refunded',
    intro: '[Hello {{customerName}}. ]It is on its way back to the card you paid with.',
    button: 'View your order',
  },
  'order-received': {
    subject: 'Your order {{orderNumber}}: how to pay',
    preheader: 'We have your order {{orderNumber}}. Here is how to pay it[ until {{paymentDate}}].',
    title: 'Thank you[, {{customerName}}]',
    intro:
      'We have your order. Please pay it {{paymentHow}}[ until {{paymentDate}}]; we write to you when your payment has arrived.',
    button: 'View your order',
  },
  'payment-reminder': {
    subject: 'Your order {{orderNumber}} waits for your payment',
    preheader: 'It is reserved for you until {{paymentDate}}.',
    title: 'Your order is waiting for you',
    intro:
      '[Hello {{customerName}}. ]We have not noted a payment for your order yet. It is reserved for you until {{paymentDate}}; then its items are free again.',
    button: 'View your order',
  },
  'payment-link': {
    subject: 'Your order {{orderNumber}} is ready to be paid',
    preheader: '{{orderTotal}}, with the link in this mail.',
    title: 'Your order is ready',
    intro:
      '[Hello {{customerName}}. ]Thank you for your order. It is reserved for you[ until {{payUntilDate}}]; please pay it with the button below.',
    button: 'Pay {{orderTotal}}',
  },
  'return-asked': {
    subject: 'We have your return request for order {{orderNumber}}',
    preheader: 'We look at it and write to you again.',
    title: 'We have your request',
    intro:
      '[Hello {{customerName}}. ]Thank you for telling us. We look at it and write to you again; please wait with sending anything until then.',
    button: 'View your order',
  },
  'return-approved': {
    subject: 'Your return for order {{orderNumber}} is approved',
    preheader: 'You can send it back now. Here is how.',
    title: 'You can send it back',
    intro:
      '[Hello {{customerName}}. ]Your return is approved. We write to you again when it has arrived.',
    button: 'View your order',
  },
  'return-declined': {
    subject: 'About your return for order {{orderNumber}}',
    preheader: 'We cannot take this return. Here is why.',
    title: 'We cannot take this return',
    intro: '[Hello {{customerName}}. ]We have looked at your request and are sorry to decline it.',
    button: 'View your order',
  },
  'return-arrived': {
    subject: 'Your return for order {{orderNumber}} has arrived',
    preheader: 'It is back with us. We look at it and write to you again.',
    title: 'It is back with us',
    intro:
      '[Hello {{customerName}}. ]Thank you for sending it. We look at everything now, and write to you when your money is on its way.',
    button: 'View your order',
  },
  'return-closed': {
    subject: 'Your return for order {{orderNumber}} is closed',
    preheader: 'There is no refund for this return. Here is why.',
    title: 'Your return is closed',
    intro: '[Hello {{customerName}}. ]We have closed your return without a refund.',
    button: 'View your order',
  },
  promotional: {
    subject: '{{subject}}',
    preheader: '{{content}}',
    title: '{{subject}}',
    intro: '',
    button: 'Visit the shop',
  },
  'new-product': {
    subject: 'New: {{productName}}',
    preheader: '{{productDescription}}',
    title: '{{productName}}',
    intro: '{{productDescription}}',
    button: 'Discover it',
  },
  'sale-alert': {
    subject: '{{saleTitle}}: {{discountPercentage}}% off',
    preheader: '{{discountPercentage}}% off[ until {{saleEndDate}}].',
    title: '{{saleTitle}}',
    intro:
      '[Hello {{customerName}}. ]A good moment to refill what you love, or to meet something new.',
    button: 'Shop the sale',
  },
  'abandoned-cart': {
    subject: 'You left something in your cart',
    preheader: 'It is all still here, just as you left it.',
    title: 'Still thinking it over?',
    intro: '[Hello {{customerName}}. ]It is all still here, just as you left it. No hurry.',
    button: 'Return to your cart',
  },
  'back-in-stock': {
    subject: '{{productName}} is back',
    preheader: 'You asked for it: {{productName}} is here again.',
    title: '{{productName}}',
    intro: '[Hello {{customerName}}. ]You asked to hear from us: it is on the shelf again.',
    button: 'Get yours',
  },
  'review-request': {
    subject: 'How was your order from {{shopName}}?',
    preheader: 'Two sentences from you help the next person choose.',
    title: 'How does it feel[, {{customerName}}]?',
    intro:
      'A week is enough for skin to have an opinion. Two sentences from you help the next person choose.',
    button: 'Write a review',
  },
  'cross-sell': {
    subject: 'Goes well with your {{purchasedProduct}}',
    preheader: 'A few good companions for your {{purchasedProduct}}.',
    title: 'Goes well with your {{purchasedProduct}}',
    intro: '[Hello {{customerName}}. ]Here are a few companions that people like to use with it.',
    button: 'See the whole shop',
  },
  replenishment: {
    subject: 'Running low on {{productName}}?',
    preheader: 'It may be time for a new {{productName}}.',
    title: '{{productName}}',
    intro: '[Hello {{customerName}}. ]A new one can be with you before the last drop.',
    button: 'Order it again',
  },
  'support-ticket': {
    subject: 'We have your message ({{ticketNumber}})',
    preheader: 'A person reads it and replies within 24 hours.',
    title: 'We have your message[, {{customerName}}]',
    intro: 'A person is reading your message. We reply within 24 hours.',
    button: 'Back to the shop',
  },
  'account-update': {
    subject: '{{updateType}} · {{shopName}}',
    preheader: '{{updateDetails}}',
    title: '{{updateType}}',
    intro: '',
    button: 'Go to your account',
  },
  'team-notification': {
    subject: '{{summary}} · {{shopName}}',
    preheader: '{{summary}}',
    title: 'News from your shop',
    intro: '[Hello {{customerName}}. ]This is what happened in your shop.',
    button: 'Open the back office',
  },
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g
/** One pass over the text, so that a value with brackets of its own is never read as one of these. */
const PART = /\[([^[\]]*\{\{[^[\]]*)\]|\{\{\s*([^{}]*?)\s*\}\}/g

/** The names between double braces. */
export const variablesIn = (text: string) =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

type Values = Readonly<Record<string, string>>

export const fillText = (text: string, values: Values): string =>
  text.replace(PART, (_, optional?: string, name?: string) => {
    if (optional === undefined) return values[name ?? ''] ?? ''
    const isComplete = variablesIn(optional).every((variable) => values[variable])
    return isComplete ? optional.replace(PLACEHOLDER, (_part, key) => values[key] ?? '') : ''
  })

/** A campaign's own words for one recipient. `name` may be anything that somebody signed up with. */
export const personalise = (text: string, name: string): string =>
  fillText(text, { name: safeName(name) ?? '' })

export function fillTexts(texts: MailTexts, data: object, shop: Shop): MailTexts {
  const values = valuesOf(data, shop)
  return {
    subject: fillText(texts.subject, values),
    preheader: fillText(texts.preheader, values),
    title: fillText(texts.title, values),
    intro: fillText(texts.intro, values),
    button: fillText(texts.button, values),
  }
}

/** The simple values of a mail's data as its reader sees them. Lists and links have no place in a sentence. */
function valuesOf(data: object, shop: Shop): Values {
  const simple = Object.entries(data).flatMap(([name, value]) =>
    isTextVariable(name, value) ? [[name, spelledOut(name, value, shop.currency)]] : [],
  )
  return { ...Object.fromEntries(simple), shopName: shop.name }
}

const isTextVariable = (name: string, value: unknown): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') && !/link$|image$/i.test(name)

const MONEY = /^(price|orderTotal|cartTotal|refundAmount)$/
const DATE = /Date$|^estimatedDelivery$/

function spelledOut(name: string, value: string | number, currency: Currency) {
  if (name === 'productDescription') return opening(String(value))
  if (typeof value === 'number')
    return MONEY.test(name) ? formatMoney(value, currency) : String(value)
  return DATE.test(name) ? day(value) : value
}

/** What the texts of a mail with such data may name. */
export const textVariables = (sample: object): string[] => [
  ...Object.entries(sample).flatMap(([name, value]) => (isTextVariable(name, value) ? [name] : [])),
  'shopName',
]
