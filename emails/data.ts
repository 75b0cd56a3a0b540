import type { ReactElement } from 'react'
import type { Currency } from '#contract/money.ts'
import type { OrderItem as Bought, ShippingAddress } from '#contract/orders.ts'
import type { Charges } from '#contract/totals.ts'

// The data of each template. A link or picture may be absolute or a path of the shop; make-safe.ts removes
// unsafe ones before a template sees them.

export interface Shop {
  name: string
  url: string
  support_email: string
  currency: Currency
  /** Shown in marketing and post-purchase mails. */
  preferences_url?: string | undefined
  /** A PNG or JPEG, shown instead of the name at the top. */
  logo_url?: string | undefined
  /** As `#rrggbb`; without one the house's own. */
  accent_colour?: string | undefined
}

export interface OrderItem extends Pick<Bought, 'name' | 'quantity' | 'price'> {
  image?: string | null | undefined
  /** Opens the review form of this product: `/product/{id}#write-review`. */
  reviewLink?: string | undefined
}

export interface RecommendedProduct {
  name: string
  description: string
  price: number
  image?: string | null | undefined
  productLink?: string | undefined
}

interface Addressed {
  customerName?: string | null | undefined
}

interface AboutOrder extends Addressed {
  orderNumber: string
  /** A guest's link carries the secret of the order; without one the mail points to /my-orders. */
  orderLink?: string | undefined
}

interface AboutProduct extends Addressed {
  productName: string
  productDescription?: string | undefined
  productImage?: string | null | undefined
  productLink?: string | undefined
}

interface HowToPay {
  /** As in "Bank transfer". */
  paymentMethod: string
  /** As in "by bank transfer". */
  paymentHow: string
  /** In the owner's words. Plain text; a blank line starts a new paragraph. */
  paymentInstructions: string
  /** The last day to pay; none once the shop prepares the order without waiting. */
  paymentDate?: string | undefined
}

export interface TemplateData {
  'order-confirmation': AboutOrder & {
    orderTotal: number
    /** What leads to the total; a mail that an earlier version queued has only that. */
    orderCharges?: Charges | undefined
    orderItems: OrderItem[]
    /** An express order has none yet; the mail then asks for it. */
    shippingAddress?: ShippingAddress | null | undefined
    /** Handed over in person: no address is asked for. */
    isInPerson?: boolean | undefined
    /** What the shop wrote to the customer. Plain text. */
    customerNote?: string | undefined
  }
  welcome: Addressed & { accountEmail: string; shopLink?: string | undefined }
  'password-reset': Addressed & { resetLink: string; accountEmail?: string | undefined }
  'order-shipped': AboutOrder & {
    trackingNumber?: string | null | undefined
    trackingLink?: string | null | undefined
    estimatedDelivery?: string | null | undefined
    orderItems?: OrderItem[] | undefined
    shippingAddress?: ShippingAddress | null | undefined
  }
  'order-delivered': AboutOrder & {
    deliveryDate?: string | undefined
    orderItems?: OrderItem[] | undefined
    reviewLink?: string | undefined
  }
  'order-cancelled': AboutOrder & {
    cancellationReason?: string | undefined
    /** Given only when money goes back. */
    refundAmount?: number | undefined
    orderItems?: OrderItem[] | undefined
    shopLink?: string | undefined
  }
  'payment-failed': AboutOrder & {
    orderTotal: number
    failureReason?: string | undefined
    retryLink?: string | undefined
    orderItems?: OrderItem[] | undefined
  }
  'refund-processed': AboutOrder & {
    refundAmount: number
    /** Within the amount; named for orders with tax. */
    refundedShipping?: number | undefined
    refundedTax?: number | undefined
    refundDate?: string | undefined
  }
  'order-received': AboutOrder & {
    orderTotal: number
    orderCharges?: Charges | undefined
    orderItems: OrderItem[]
  } & HowToPay
  'payment-reminder': AboutOrder & { orderTotal: number } & HowToPay
  'payment-link': AboutOrder & {
    orderTotal: number
    orderCharges?: Charges | undefined
    orderItems: OrderItem[]
    /** Where it can be paid, and until when. */
    payLink?: string | undefined
    payUntilDate?: string | undefined
    customerNote?: string | undefined
  }
  'return-asked': AboutOrder & {
    orderItems: OrderItem[]
    /** In the customer's words. */
    returnReason: string
  }
  'return-approved': AboutOrder & {
    orderItems: OrderItem[]
    /** Where and how to send it. Plain text; a blank line starts a new paragraph. */
    returnInstructions?: string | undefined
  }
  'return-declined': AboutOrder & { orderItems: OrderItem[]; returnAnswer: string }
  /** The items are those that arrived; none when the parcel was empty. */
  'return-arrived': AboutOrder & { orderItems: OrderItem[] }
  'return-closed': AboutOrder & { orderItems: OrderItem[]; returnAnswer: string }
  promotional: Addressed & {
    subject: string
    /** Plain text; a blank line starts a new paragraph. */
    content: string
    ctaLink?: string | undefined
    ctaText?: string | undefined
    couponCode?: string | undefined
  }
  'new-product': AboutProduct & {
    productDescription: string
    price?: number | undefined
    content?: string | undefined
    couponCode?: string | undefined
  }
  'sale-alert': Addressed & {
    saleTitle: string
    discountPercentage: number
    saleEndDate?: string | undefined
    couponCode?: string | undefined
    content?: string | undefined
    shopLink?: string | undefined
    /** For a sale of one product. */
    productName?: string | undefined
    productImage?: string | null | undefined
  }
  'abandoned-cart': Addressed & {
    orderItems: OrderItem[]
    cartTotal: number
    cartLink?: string | undefined
  }
  'back-in-stock': AboutProduct & { price?: number | undefined }
  'review-request': Addressed & {
    orderItems: OrderItem[]
    orderNumber?: string | undefined
    reviewLink?: string | undefined
  }
  'cross-sell': Addressed & {
    purchasedProduct: string
    recommendedProducts: RecommendedProduct[]
    shopLink?: string | undefined
  }
  replenishment: AboutProduct & {
    lastPurchaseDate?: string | undefined
    reorderLink?: string | undefined
  }
  'support-ticket': Addressed & {
    ticketNumber: string
    issueDescription: string
    /** What the staff answers; without it the mail only confirms the message. Plain text. */
    reply?: string | undefined
    repliedBy?: string | undefined
  }
  'account-update': Addressed & {
    updateType: string
    /** Plain text; a blank line starts a new paragraph. */
    updateDetails: string
    accountEmail?: string | undefined
    actionLink?: string | undefined
    actionText?: string | undefined
    /** To the shop's own team, not to a customer. */
    isForTeam?: boolean | undefined
  }
  'team-notification': Addressed & {
    /** As in "3 new orders, 1 contact message". */
    summary: string
    groups: {
      title: string
      lines: { title: string; text: string; link: string }[]
      /** Not in the lines. */
      more: number
    }[]
  }
}

export type TemplateId = keyof TemplateData

/** What the owner may change of each mail. */
export interface MailTexts {
  subject: string
  /** The grey line that inboxes show after the subject. */
  preheader: string
  title: string
  intro: string
  button: string
}

/** What a template file exports. `words` are its texts, filled in with the data. */
export type Mail<Data> = (props: { data: Data; shop: Shop; words: MailTexts }) => ReactElement

export type MailOf<Id extends TemplateId> = Mail<TemplateData[Id]>
