import type { SetupPartName, SetupStepName } from '#contract/setup.ts'
import { WHERE_CLOVER_VALUES_ARE } from '../kit/help.ts'

type StepText = {
  title: string
  /** Why, and how, for somebody who does it for the first time. */
  text: string
  /** Where it is done. The account is made right here. */
  to?: string
  action?: string
}

export const STEP_TEXTS: Record<SetupStepName, StepText> = {
  account: {
    title: 'Your own account',
    text: 'The demo comes with an administrator whose password everybody can read. Replace it with an account of your own.',
  },
  look: {
    title: 'Name, look and contact',
    text: 'What customers see on every page, mail and invoice. It is in use as soon as you save it.',
    to: '/admin/settings',
    action: 'Choose name and look',
  },
  hours: {
    title: 'Opening hours and time zone',
    text: 'Customers read on the contact page and in the chat when somebody answers. Coupons and the dashboard count days in your time zone.',
    to: '/admin/settings',
    action: 'Enter the hours',
  },
  banner: {
    title: 'The banner of the home page',
    text: 'The first thing that visitors see: a title, a sentence, a picture and a button.',
    to: '/admin/banner',
    action: 'Edit the banner',
  },
  policies: {
    title: 'Your policies',
    text: 'The texts that come with the shop are a start, not legal advice. Read each one, and change what does not fit.',
    to: '/admin/pages',
    action: 'Edit the texts',
  },
  claims: {
    title: 'Claims to check',
    text: 'What the assistant answers, the sentence beside the consent box and three policies came with the demo. Whether they are true only you know: read each one, and change what does not fit.',
    to: '/admin/texts',
    action: 'Edit the texts',
  },
  product: {
    title: 'A first product of your own',
    text: 'With a picture, a price and how many you have. You can change everything later.',
    to: '/admin/products/new',
    action: 'Add a product',
  },
  shipping: {
    title: 'What shipping costs',
    text: 'By country and state, at one price, by weight or free from an amount. Without zones every order is sent for free, to any address.',
    to: '/admin/shipping',
    action: 'Set the rates',
  },
  address: {
    title: 'The address of your shop',
    text: 'The name that customers type, with TLS. Links in mails, search engines and Clover use it.',
    to: '/admin/shop-address',
    action: 'Set the address',
  },
  payment: {
    title: 'Payment with Clover',
    text: WHERE_CLOVER_VALUES_ARE,
    to: '/admin/clover',
    action: 'Connect Clover',
  },
  mail: {
    title: 'Mail',
    text: 'Your mail provider names a server under SMTP. Save it, then send yourself a test mail.',
    to: '/admin/mail-server',
    action: 'Set the server up',
  },
  test_order: {
    title: 'A test order, from cart to refund',
    text: 'Buy something in your own shop with a real card, look at the mails, then give the money back under Orders. So you know that it works before the first customer does.',
    to: '/products',
    action: 'Go shopping',
  },
}

/** What is missing, and what it is called once it is there. */
export const PART_TEXTS: Record<SetupPartName, { open: string; done: string }> = {
  own_admin: { open: 'An administrator of your own', done: 'You have an account' },
  demo_admin: { open: "Close the demo's account", done: "The demo's account is closed" },
  name: { open: "The shop's name", done: 'Name' },
  contact: { open: 'Support email, and a phone number or address', done: 'Contact' },
  logo: { open: 'A logo', done: 'Logo' },
  colour: { open: 'Your colour', done: 'Colour' },
  opening_hours: { open: 'When you are open', done: 'Open' },
  time_zone: { open: 'Your time zone', done: 'Time zone' },
  banner: { open: 'A title of your own', done: 'Title' },
  'privacy-policy': { open: 'Privacy Policy', done: 'Privacy Policy' },
  'terms-of-service': { open: 'Terms of Service', done: 'Terms of Service' },
  'shipping-policy': { open: 'Shipping Policy', done: 'Shipping Policy' },
  'returns-policy': { open: 'Returns Policy', done: 'Returns Policy' },
  claims_answers: { open: 'Five answers of the assistant', done: 'Answers of the assistant' },
  claims_consent: { open: 'Consent at checkout', done: 'Consent at checkout' },
  claims_privacy: { open: 'Privacy at /privacy', done: 'Privacy at /privacy' },
  claims_terms: { open: 'Terms at /terms', done: 'Terms at /terms' },
  claims_shipping: { open: 'Shipping at /shipping-policy', done: 'Shipping at /shipping-policy' },
  own_product: { open: 'A product with a picture', done: 'Product' },
  shipping_rates: { open: 'Rates for the places you send to', done: 'Shipping' },
  credentials: { open: 'Private token and merchant ID', done: 'Clover accepts your account' },
  webhook_secret: { open: "The webhook's signing secret", done: 'Signing secret saved' },
  webhook_event: {
    open: 'Waiting for a first signed event: it comes with the first payment',
    done: 'Clover reports payments',
  },
  mail_server: { open: 'A mail server', done: 'Mail server' },
  test_mail: { open: 'A test mail through it', done: 'Test mail sent' },
  secure_address: { open: 'An address with https://', done: 'Address' },
  address_answers: { open: 'The shop answers there', done: 'The shop answers there' },
  paid: { open: 'An order that was paid', done: 'Paid' },
  refunded: { open: 'The whole amount given back', done: 'Refunded' },
}

/** What may stay as it is, and how the button says so. */
export const CONFIRM_TEXTS: Partial<Record<SetupPartName, string>> = {
  logo: 'Use the name instead',
  colour: 'Use the colour it has',
  opening_hours: 'These are our hours',
  time_zone: 'Use UTC',
  banner: 'Use the one it has',
  shipping_rates: 'We send for free',
}

/** Where the text of a part can be read. It can be confirmed once it was opened. */
export const READ_AT: Partial<Record<SetupPartName, string>> = {
  'privacy-policy': '/page/privacy-policy',
  'terms-of-service': '/page/terms-of-service',
  'shipping-policy': '/page/shipping-policy',
  'returns-policy': '/page/returns-policy',
  claims_answers: '/admin/texts#answers',
  claims_consent: '/admin/texts#consent',
  claims_privacy: '/privacy',
  claims_terms: '/terms',
  claims_shipping: '/shipping-policy',
}
