/** The topics of the guide, in the order of its contents: docs/guide/TOPIC.md. */
export const TOPICS = [
  'first-steps',
  'moving',
  'products',
  'orders',
  'returns',
  'payments',
  'coupons',
  'shipping',
  'tax',
  'figures',
  'content',
  'look',
  'reviews',
  'chat',
  'contact',
  'mail',
  'marketing',
  'customers',
  'people',
  'connections',
  'backups',
  'address',
  'trouble',
] as const

export type Topic = (typeof TOPICS)[number]

/** A topic of the guide and one of its headings, as in `orders#ship-an-order`. */
type GuideSection = `${Topic}#${string}`

type Help = { text: string; section: GuideSection }

/** What stands under the title of each screen, and where the guide says more. */
export const HELP = {
  home: { text: 'Everything it takes to run the shop.', section: 'first-steps#find-your-way' },
  backups: {
    text: 'Database and files in one archive, with which the shop can be restored anywhere.',
    section: 'backups#back-up-every-day',
  },
  makeItMine: {
    text: 'Turn the demo into your own shop: keep what is useful to you, remove the rest.',
    section: 'first-steps#turn-the-demo-into-your-shop',
  },
  dashboard: {
    text: 'Days are counted in UTC. Revenue is of orders that were paid and are not cancelled.',
    section: 'figures#read-the-dashboard',
  },
  visitors: {
    text: 'How many visits become orders, by source and product. Counted without cookies and without personal data.',
    section: 'figures#know-what-sells',
  },
  tracking: {
    text: 'What the shop counts of its visitors, and which services may follow those who agree.',
    section: 'figures#count-visits',
  },
  products: {
    text: 'The catalogue, its pictures, prices and categories.',
    section: 'products#find-and-change-products',
  },
  reviews: {
    text: 'What customers wrote about your products: hide, show and answer.',
    section: 'reviews#answer-a-review',
  },
  people: {
    text: 'Who works in the back office, and what each of them may do.',
    section: 'people#invite-a-colleague',
  },
  apiKeys: {
    text: 'Let other programs read and change what you choose, and nothing else.',
    section: 'connections#create-a-key',
  },
  webhooks: {
    text: 'The shop calls other programs when something happens, signs each call and tries again for three days.',
    section: 'connections#add-a-webhook',
  },
  productFeed: {
    text: 'A list of your products that search and social networks read, so that customers find them there.',
    section: 'products#be-found-by-google-and-others',
  },
  product: {
    text: 'Visitors see a change as soon as it is saved.',
    section: 'products#add-a-product',
  },
  shipping: {
    text: 'Zones of places, and in each of them the ways to send a parcel.',
    section: 'shipping#add-a-zone',
  },
  notifications: {
    text: 'The shop writes to you when something happens, so that you need not look.',
    section: 'people#be-told-what-happens',
  },
  tax: {
    text: 'Which places are taxed, at what rates, and what was collected.',
    section: 'tax#switch-it-on',
  },
  orders: {
    text: 'What was bought, by whom, and where it stands.',
    section: 'orders#what-the-statuses-mean',
  },
  order: {
    text: 'Ship it, give money back, print its papers, and read what happened.',
    section: 'orders#ship-an-order',
  },
  newOrder: {
    text: 'For a customer on the telephone or at a market, with the prices, stock and coupons of the shop.',
    section: 'orders#enter-an-order-by-hand',
  },
  editOrder: {
    text: 'Until an order is paid, its items, address and discount can be changed.',
    section: 'orders#change-an-unpaid-order',
  },
  returns: {
    text: 'What customers want to send back, and where it stands.',
    section: 'returns#take-returns',
  },
  return: {
    text: 'Answer it, note what arrived, give the money back. The customer gets a mail at each step.',
    section: 'returns#answer-a-return',
  },
  customers: {
    text: 'Everyone with an account or an order.',
    section: 'customers#find-a-customer',
  },
  redirects: {
    text: 'Links to your old shop go on to the new page. An existing page always wins.',
    section: 'moving#keep-your-links',
  },
  customer: {
    text: 'Orders, consent, reviews and chats of one person.',
    section: 'customers#what-you-see-about-a-customer',
  },
  coupons: {
    text: 'Discount codes, their limits and how often they were used.',
    section: 'coupons#create-a-coupon',
  },
  clover: {
    text: 'The merchant account that receives card payments. Changes take effect at once.',
    section: 'payments#connect-clover',
  },
  paymentMethods: {
    text: 'Ways to pay beside cards. You note each payment yourself, on the page of its order.',
    section: 'payments#take-bank-transfers-and-pay-on-pick-up',
  },
  marketing: {
    text: 'Choose who gets it, write, look at it, send. Only people who agreed to marketing mail get one.',
    section: 'marketing#send-a-campaign',
  },
  campaign: {
    text: 'How far it is, who got it, and what came of it.',
    section: 'marketing#watch-a-campaign',
  },
  suppressions: {
    text: 'These addresses get no marketing mail, whatever they agreed to before. Mail about their orders still comes.',
    section: 'marketing#who-never-gets-marketing-mail',
  },
  emailTemplates: {
    text: 'Every mail the shop sends: look at it, change its words, send yourself a test.',
    section: 'mail#change-the-words-of-a-mail',
  },
  mails: {
    text: 'Every mail of the shop: what left, what waits, and why something was not sent.',
    section: 'mail#see-what-was-sent',
  },
  mailServer: {
    text: "Where the shop's mail leaves. Changes take effect at once.",
    section: 'mail#connect-your-mail-server',
  },
  shopAddress: {
    text: 'Where customers find your shop. A change is in use at once; nothing has to be restarted.',
    section: 'address#choose-the-address',
  },
  banner: {
    text: 'The first thing visitors see on the home page.',
    section: 'content#change-the-banner',
  },
  testimonials: {
    text: 'Kind words from customers, on the home page in this order. Drag them to sort.',
    section: 'content#add-a-testimonial',
  },
  beforeAfter: {
    text: 'The gallery of results on the home page, in this order.',
    section: 'content#add-before-and-after-pictures',
  },
  pages: {
    text: 'Texts such as FAQ and policies, and what the navigation bar links to.',
    section: 'content#write-a-page',
  },
  texts: {
    text: 'What your shop promises: answers of the assistant, consent and policies. They are on the pages as soon as they are saved.',
    section: 'content#check-what-your-shop-claims',
  },
  sectionBackgrounds: {
    text: 'Order and colours of the home page sections.',
    section: 'look#colours-behind-the-sections',
  },
  settings: {
    text: 'Name, look, contact, opening hours and social links.',
    section: 'look#name-logo-and-colour',
  },
  contactMessages: {
    text: 'What visitors wrote through the contact form. They get your reply by mail.',
    section: 'contact#answer-a-message',
  },
  chat: {
    text: 'Customers see that you are online while this screen is open.',
    section: 'chat#answer-a-chat',
  },
  changes: {
    text: 'Every change in the back office, newest first.',
    section: 'people#see-who-changed-what',
  },
} as const satisfies Record<string, Help>

export type HelpName = keyof typeof HELP

/** Where Clover shows what the shop needs. One description for the set-up guide and the payment screen. */
export const WHERE_CLOVER_VALUES_ARE =
  "In Clover's dashboard open Settings, View all settings, Ecommerce, Ecommerce API tokens, and create a token of the type Hosted Checkout that may read payments. Its private key is the private token. The merchant ID has 13 letters and digits; Load merchants looks it up."

export const WHERE_THE_WEBHOOK_GOES =
  'Paste it under Settings, View all settings, Ecommerce, Hosted Checkout, as the webhook URL. Clover then shows a signing secret.'
