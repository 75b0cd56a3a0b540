import type { OrderItem, ShippingAddress, TemplateData } from './data.ts'

// Data for previews and test mails.

const customerName = 'Amélie Laurent'
const orderNumber = '7F3A91C2'

const orderItems: OrderItem[] = [
  { name: 'Oat Milk Cleanser', quantity: 2, price: 24 },
  { name: 'Dew Drop Serum', quantity: 1, price: 46 },
  { name: 'Night Bloom Cream', quantity: 1, price: 52.5 },
]

const shippingAddress: ShippingAddress = {
  fullName: 'Amélie Laurent',
  email: 'amelie@example.com',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97205',
  country: 'United States',
}

const serum = {
  productName: 'Dew Drop Serum',
  productDescription:
    'A light serum with rose water and glycerin. Two drops on damp skin, morning and evening, and nothing else is needed for a soft, rested look.',
}

export const samples: TemplateData = {
  'order-confirmation': {
    customerName,
    orderNumber,
    orderTotal: 131.85,
    orderItems,
    shippingAddress,
  },
  welcome: { customerName, accountEmail: 'amelie@example.com' },
  'password-reset': {
    customerName,
    accountEmail: 'amelie@example.com',
    resetLink: '/auth?reset=sample',
  },
  'order-shipped': {
    customerName,
    orderNumber,
    trackingNumber: '1Z 999 AA1 0123 4567 84',
    trackingLink: '/my-orders',
    estimatedDelivery: '2026-05-14',
    orderItems,
    shippingAddress,
  },
  'order-delivered': { customerName, orderNumber, deliveryDate: '2026-05-14', orderItems },
  'order-cancelled': {
    customerName,
    orderNumber,
    cancellationReason: 'Cancelled at your request',
    refundAmount: 131.85,
    orderItems,
  },
  'payment-failed': {
    customerName,
    orderNumber,
    orderTotal: 131.85,
    failureReason: 'The card was declined',
    orderItems,
  },
  'refund-processed': { customerName, orderNumber, refundAmount: 131.85, refundDate: '2026-05-10' },
  promotional: {
    customerName,
    subject: 'An evening ritual in three steps',
    content:
      'When the day has been long, skin does not ask for much. Something to take the day off, something to drink, something to keep it in.\n\nCleanse with milk, not foam. Press in a serum while your skin is still damp. Close with a cream, and leave it alone until morning.\n\nThat is the whole ritual. It takes four minutes.',
    ctaText: 'Find your three',
  },
  'new-product': { customerName, ...serum, price: 46 },
  'sale-alert': {
    customerName,
    saleTitle: 'The spring sale',
    discountPercentage: 20,
    saleEndDate: '2026-05-31',
    couponCode: 'SPRING20',
  },
  'abandoned-cart': { customerName, orderItems, cartTotal: 146.5 },
  'back-in-stock': { customerName, ...serum, price: 46 },
  'review-request': { customerName, orderNumber, orderItems },
  'cross-sell': {
    customerName,
    purchasedProduct: 'Oat Milk Cleanser',
    recommendedProducts: [
      {
        name: 'Rose Water Mist',
        description: 'A fine, cool mist for the minute after cleansing.',
        price: 22,
      },
      { name: 'Dew Drop Serum', description: 'Two drops of calm for thirsty skin.', price: 46 },
      {
        name: 'Night Bloom Cream',
        description: 'Rich, slow and quiet, for the hours of sleep.',
        price: 52.5,
      },
      {
        name: 'Pink Clay Mask',
        description: 'Ten minutes a week, and pores look finer.',
        price: 34,
      },
    ],
  },
  replenishment: {
    customerName,
    productName: 'Oat Milk Cleanser',
    lastPurchaseDate: '2026-03-28',
  },
  'support-ticket': {
    customerName,
    ticketNumber: 'T-20418',
    issueDescription:
      'Hello, my serum arrived with a loose pump. The glass is fine and nothing leaked.\n\nCould you send me a new pump?',
  },
  'account-update': {
    customerName,
    updateType: 'Your password was changed',
    updateDetails:
      'The password of your account was changed a moment ago. You stay signed in here; every other device has to sign in again.',
    accountEmail: 'amelie@example.com',
  },
}
