import { fromCents, subtotalOf, toCents } from '#contract/money.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import type { Charges } from '#contract/totals.ts'
import type { OrderItem, RecommendedProduct, TemplateData } from './data.ts'

// Data for previews and test mails.

/** A product as the previews show it. */
export interface SampleProduct {
  name: string
  description: string
  price: number
  image?: string | null | undefined
  productLink?: string | undefined
}

/** Of the demo shop, for where there is no catalogue at hand. */
const DEMO_PRODUCTS: readonly SampleProduct[] = [
  {
    name: 'Oat Milk Cleanser',
    description: 'Takes the day off and leaves the skin its calm.',
    price: 26,
  },
  {
    name: 'Morning Dew Serum',
    description:
      'A light serum with hyaluronic acid. Two drops on damp skin, morning and evening, for a soft, rested look.',
    price: 42,
  },
  {
    name: 'Evening Primrose Cream',
    description: 'Rich, slow and quiet, for the hours of sleep.',
    price: 52,
  },
  {
    name: 'Damask Rose Mist',
    description: 'A fine, cool mist for the minute after cleansing.',
    price: 24,
  },
  {
    name: 'Peony Day Cream',
    description: 'Light by day, and never heavy under the sun.',
    price: 44,
  },
]

const customerName = 'Amélie Laurent'
const accountEmail = 'amelie@example.com'
const orderNumber = '7F3A91C2'

const shippingAddress: ShippingAddress = {
  fullName: 'Amélie Laurent',
  email: 'amelie@example.com',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97205',
  country: 'United States',
}

const howToPay = {
  paymentMethod: 'Bank transfer',
  paymentHow: 'by bank transfer',
  paymentInstructions:
    'Please transfer the amount to:\nPetal & Dew, First Orchard Bank\nAccount 000 123 456, routing number 123 000 789',
  paymentDate: '2026-05-17',
}

function withTenPercentOff(subtotal: number): Charges {
  const discount = fromCents(Math.round(toCents(subtotal) / 10))
  const total = fromCents(toCents(subtotal) - toCents(discount))
  const none = { shipping: 0, shipping_method: null, tax: 0, tax_included: false, tax_lines: [] }
  return { subtotal, discount, total, coupon_code: null, ...none }
}

/** Missing products are taken from the demo's. */
export function samplesWith(products: readonly SampleProduct[] = []): TemplateData {
  const five = DEMO_PRODUCTS.map((product, place) => products[place] ?? product)
  const [first, second, third] = five as [SampleProduct, SampleProduct, SampleProduct]
  const orderItems = [itemOf(first, 2), itemOf(second, 1), itemOf(third, 1)]
  const cartTotal = subtotalOf(orderItems)
  const orderCharges = withTenPercentOff(cartTotal)
  const orderTotal = orderCharges.total
  const about = {
    productName: second.name,
    productDescription: second.description,
    productImage: second.image,
    productLink: second.productLink,
  }
  return {
    'order-confirmation': {
      customerName,
      orderNumber,
      orderTotal,
      orderCharges,
      orderItems,
      shippingAddress,
    },
    welcome: { customerName, accountEmail },
    'password-reset': { customerName, accountEmail, resetLink: '/auth?reset=sample' },
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
      refundAmount: orderTotal,
      orderItems,
    },
    'payment-failed': {
      customerName,
      orderNumber,
      orderTotal,
      failureReason: 'The card was declined',
      orderItems,
    },
    'refund-processed': {
      customerName,
      orderNumber,
      refundAmount: orderTotal,
      refundDate: '2026-05-10',
    },
    promotional: {
      customerName,
      subject: 'An evening ritual in three steps',
      content:
        'When the day has been long, skin does not ask for much. Something to take the day off, something to drink, something to keep it in.\n\nCleanse with milk, not foam. Press in a serum while your skin is still damp. Close with a cream, and leave it alone until morning.\n\nThat is the whole ritual. It takes four minutes.',
      ctaText: 'Find your three',
    },
    'new-product': { customerName, ...about, price: second.price },
    'sale-alert': {
      customerName,
      saleTitle: 'The spring sale',
      discountPercentage: 20,
      saleEndDate: '2026-05-31',
      couponCode: 'SPRING20',
    },
    'abandoned-cart': { customerName, orderItems, cartTotal },
    'back-in-stock': { customerName, ...about, price: second.price },
    'review-request': { customerName, orderNumber, orderItems },
    'cross-sell': {
      customerName,
      purchasedProduct: first.name,
      recommendedProducts: five
        .slice(1)
        .map((product): RecommendedProduct => ({ ...product, image: product.image ?? null })),
    },
    replenishment: {
      customerName,
      productName: first.name,
      productImage: first.image,
      productLink: first.productLink,
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
      accountEmail,
    },
    'order-received': {
      customerName,
      orderNumber,
      orderTotal,
      orderCharges,
      orderItems,
      ...howToPay,
    },
    'payment-reminder': { customerName, orderNumber, orderTotal, ...howToPay },
    'payment-link': {
      customerName,
      orderNumber,
      orderTotal,
      orderCharges,
      orderItems,
      payLink: '/my-orders',
      payUntilDate: '2026-05-14',
      customerNote: 'It was nice to meet you at the market. A sample is in the parcel.',
    },
    'return-asked': {
      customerName,
      orderNumber,
      orderItems: [itemOf(first, 1)],
      returnReason: 'The pump came loose on the way, and I could not use it.',
    },
    'return-approved': {
      customerName,
      orderNumber,
      orderItems: [itemOf(first, 1)],
      returnInstructions:
        'Please pack it well and send it to: Returns, 12 Orchard Lane, Portland, OR 97205.\n\nPut a note with your order number into the parcel.',
    },
    'return-declined': {
      customerName,
      orderNumber,
      orderItems: [itemOf(first, 1)],
      returnAnswer: 'For reasons of hygiene we cannot take back a serum that was opened.',
    },
    'return-arrived': { customerName, orderNumber, orderItems: [itemOf(first, 1)] },
    'return-closed': {
      customerName,
      orderNumber,
      orderItems: [itemOf(first, 1)],
      returnAnswer: 'Your parcel did not arrive within four weeks.',
    },
    'team-notification': {
      customerName,
      summary: '1 new order, 1 product that runs low',
      groups: [
        {
          title: '1 new order',
          lines: [
            {
              title: `Order ${orderNumber}, $121.00`,
              text: `2 × ${first.name}\n1 × ${second.name}\nFor ${customerName}, Portland`,
              link: '/admin/orders',
            },
          ],
          more: 0,
        },
        {
          title: '1 product that runs low',
          lines: [{ title: third.name, text: '4 left', link: '/admin/products' }],
          more: 0,
        },
      ],
    },
  }
}

const itemOf = ({ name, price, image }: SampleProduct, quantity: number): OrderItem => ({
  name,
  quantity,
  price,
  image,
})
