import { abandonedCart } from './abandoned-cart.tsx'
import { accountUpdate } from './account-update.tsx'
import { backInStock } from './back-in-stock.tsx'
import { crossSell } from './cross-sell.tsx'
import type { TemplateId } from './data.ts'
import type { MailOf } from './mail.ts'
import { newProduct } from './new-product.tsx'
import { orderCancelled } from './order-cancelled.tsx'
import { orderConfirmation } from './order-confirmation.tsx'
import { orderDelivered } from './order-delivered.tsx'
import { orderShipped } from './order-shipped.tsx'
import { passwordReset } from './password-reset.tsx'
import { paymentFailed } from './payment-failed.tsx'
import { promotional } from './promotional.tsx'
import { refundProcessed } from './refund-processed.tsx'
import { replenishment } from './replenishment.tsx'
import { reviewRequest } from './review-request.tsx'
import { saleAlert } from './sale-alert.tsx'
import { supportTicket } from './support-ticket.tsx'
import { welcome } from './welcome.tsx'

export const mails: { readonly [Id in TemplateId]: MailOf<Id> } = {
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
