import type { TemplateData, TemplateId } from './data.ts'
import { samplesWith } from './samples.ts'
import { textVariables } from './texts.ts'

export type { MailTexts, Shop, TemplateData, TemplateId } from './data.ts'
export { safeName } from './make-safe.ts'
export { samplesWith } from './samples.ts'
export { originalTexts, personalise, variablesIn } from './texts.ts'

export type TemplateCategory = 'transactional' | 'marketing' | 'post-purchase' | 'service'

interface Template<Id extends TemplateId> {
  id: Id
  name: string
  description: string
  category: TemplateCategory
  /** The fields without which the mail makes no sense, first. */
  variables: readonly (keyof TemplateData[Id] & string)[]
  /** Where the button goes when the data names no link. */
  button_link: '/' | '/my-orders' | '/cart' | '/checkout' | '/auth'
  /** What its texts may name between double braces. */
  text_variables: readonly string[]
  sample: TemplateData[Id]
}

type Entry<Id extends TemplateId> = Pick<
  Template<Id>,
  'name' | 'description' | 'variables' | 'button_link'
>

const samples = samplesWith()

const from =
  (category: TemplateCategory) =>
  <Id extends TemplateId>(id: Id, entry: Entry<Id>): Template<Id> => ({
    id,
    category,
    ...entry,
    text_variables: textVariables(samples[id]),
    sample: samples[id],
  })

const transactional = from('transactional')
const marketing = from('marketing')
const postPurchase = from('post-purchase')
const service = from('service')

export const templates: { readonly [Id in TemplateId]: Template<Id> } = {
  'order-confirmation': transactional('order-confirmation', {
    name: 'Order Confirmation',
    description: 'Thanks the customer for a paid order and lists what was bought.',
    variables: ['customerName', 'orderNumber', 'orderTotal', 'orderItems', 'shippingAddress'],
    button_link: '/my-orders',
  }),
  welcome: transactional('welcome', {
    name: 'Welcome',
    description: 'Greets a new customer after signing up.',
    variables: ['customerName', 'accountEmail'],
    button_link: '/',
  }),
  'password-reset': transactional('password-reset', {
    name: 'Password Reset',
    description: 'Carries the link to choose a new password, which expires in 1 hour.',
    variables: ['customerName', 'resetLink'],
    button_link: '/auth',
  }),
  'order-shipped': transactional('order-shipped', {
    name: 'Order Shipped',
    description: 'Says that the parcel has left, with tracking where there is one.',
    variables: [
      'customerName',
      'orderNumber',
      'trackingNumber',
      'trackingLink',
      'estimatedDelivery',
    ],
    button_link: '/my-orders',
  }),
  'order-delivered': transactional('order-delivered', {
    name: 'Order Delivered',
    description: 'Says that the parcel has arrived.',
    variables: ['customerName', 'orderNumber', 'deliveryDate'],
    button_link: '/my-orders',
  }),
  'order-cancelled': transactional('order-cancelled', {
    name: 'Order Cancelled',
    description: 'Confirms a cancellation, its reason and any refund.',
    variables: ['customerName', 'orderNumber', 'cancellationReason', 'refundAmount'],
    button_link: '/my-orders',
  }),
  'payment-failed': transactional('payment-failed', {
    name: 'Payment Failed',
    description: 'Says that a card was declined and offers another try.',
    variables: ['customerName', 'orderNumber', 'orderTotal', 'failureReason', 'retryLink'],
    button_link: '/checkout',
  }),
  'refund-processed': transactional('refund-processed', {
    name: 'Refund Processed',
    description: 'Confirms a refund, which appears within 5-7 business days.',
    variables: ['customerName', 'orderNumber', 'refundAmount', 'refundDate'],
    button_link: '/my-orders',
  }),
  'order-received': transactional('order-received', {
    name: 'Order Received',
    description: 'Says how to pay an order by bank transfer or on pick-up, and until when.',
    variables: [
      'customerName',
      'orderNumber',
      'orderTotal',
      'orderItems',
      'paymentInstructions',
      'paymentDate',
    ],
    button_link: '/my-orders',
  }),
  'payment-reminder': transactional('payment-reminder', {
    name: 'Payment Reminder',
    description: 'Reminds of an unpaid bank transfer or pick-up shortly before its last day.',
    variables: ['customerName', 'orderNumber', 'orderTotal', 'paymentInstructions', 'paymentDate'],
    button_link: '/my-orders',
  }),
  'payment-link': transactional('payment-link', {
    name: 'Payment Link',
    description: 'Asks for the payment of an order that you entered by hand.',
    variables: ['customerName', 'orderNumber', 'orderTotal', 'orderItems', 'payLink'],
    button_link: '/my-orders',
  }),
  'return-asked': transactional('return-asked', {
    name: 'Return Requested',
    description: 'Confirms that a customer asked for a return, which somebody will answer.',
    variables: ['customerName', 'orderNumber', 'orderItems', 'returnReason'],
    button_link: '/my-orders',
  }),
  'return-approved': transactional('return-approved', {
    name: 'Return Approved',
    description: 'Says that the items can be sent back, and how.',
    variables: ['customerName', 'orderNumber', 'orderItems', 'returnInstructions'],
    button_link: '/my-orders',
  }),
  'return-declined': transactional('return-declined', {
    name: 'Return Declined',
    description: 'Says that a return is not possible, in your sentence.',
    variables: ['customerName', 'orderNumber', 'orderItems', 'returnAnswer'],
    button_link: '/my-orders',
  }),
  'return-arrived': transactional('return-arrived', {
    name: 'Return Arrived',
    description: 'Says which items of a return have arrived.',
    variables: ['customerName', 'orderNumber', 'orderItems'],
    button_link: '/my-orders',
  }),
  'return-closed': transactional('return-closed', {
    name: 'Return Closed',
    description: 'Says why a return ended without a refund, in your sentence.',
    variables: ['customerName', 'orderNumber', 'orderItems', 'returnAnswer'],
    button_link: '/my-orders',
  }),
  promotional: marketing('promotional', {
    name: 'Promotional',
    description: 'A letter in your own words to those who asked for news.',
    variables: ['customerName', 'subject', 'content', 'ctaLink'],
    button_link: '/',
  }),
  'new-product': marketing('new-product', {
    name: 'New Product',
    description: 'Introduces a product that just arrived.',
    variables: ['customerName', 'productName', 'productDescription', 'productImage', 'productLink'],
    button_link: '/',
  }),
  'sale-alert': marketing('sale-alert', {
    name: 'Sale Alert',
    description: 'Announces a sale, its discount and its last day.',
    variables: ['customerName', 'saleTitle', 'discountPercentage', 'saleEndDate', 'shopLink'],
    button_link: '/',
  }),
  'abandoned-cart': marketing('abandoned-cart', {
    name: 'Abandoned Cart',
    description: 'Reminds of what was left behind.',
    variables: ['customerName', 'orderItems', 'cartTotal', 'cartLink'],
    button_link: '/cart',
  }),
  'back-in-stock': marketing('back-in-stock', {
    name: 'Back in Stock',
    description: 'Writes to those who asked that a product is here again.',
    variables: ['customerName', 'productName', 'productImage', 'productLink'],
    button_link: '/',
  }),
  'review-request': postPurchase('review-request', {
    name: 'Review Request',
    description: 'Asks for a review a week after an order is completed.',
    variables: ['customerName', 'orderItems', 'reviewLink'],
    button_link: '/my-orders',
  }),
  'cross-sell': postPurchase('cross-sell', {
    name: 'Cross-Sell',
    description: 'Suggests products that go with an earlier purchase.',
    variables: ['customerName', 'purchasedProduct', 'recommendedProducts'],
    button_link: '/',
  }),
  replenishment: postPurchase('replenishment', {
    name: 'Replenishment',
    description: 'Offers to order again what may soon be used up.',
    variables: ['customerName', 'productName', 'lastPurchaseDate', 'reorderLink'],
    button_link: '/my-orders',
  }),
  'support-ticket': service('support-ticket', {
    name: 'Support Ticket',
    description: 'Confirms a message to support, answered within 24 hours, and carries the answer.',
    variables: ['customerName', 'ticketNumber', 'issueDescription'],
    button_link: '/',
  }),
  'account-update': service('account-update', {
    name: 'Account Update',
    description: 'Reports a change to an account, or asks to confirm one.',
    variables: ['customerName', 'updateType', 'updateDetails'],
    button_link: '/auth',
  }),
  'team-notification': service('team-notification', {
    name: 'Team Notification',
    description: 'Notifies the team of what happened: new orders, low stock, messages.',
    variables: ['customerName', 'summary', 'groups'],
    button_link: '/',
  }),
}
