import type { ChatReply } from '#contract/chat-desk.ts'
import type { ChatAttachment } from '#contract/chat-messages.ts'
import { type Currency, formatMoney } from '#contract/money.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { findProducts } from '../catalog/index.ts'
import { findCoupon } from '../orders/index.ts'

/** What is attached, as it is now: the card in the thread stays as it was sent. */
export async function attachmentOf(
  { db, now }: AppContext,
  attach: NonNullable<ChatReply['attach']>,
): Promise<ChatAttachment> {
  if (attach.type === 'coupon') {
    const coupon = await findCoupon(db, attach.code, now())
    return {
      type: 'coupon',
      code: coupon.code,
      discount_percentage: coupon.discount_percentage,
      discount_amount: coupon.discount_amount,
      valid_until: coupon.valid_until,
    }
  }
  const [product] = await findProducts(db, [attach.product_id])
  if (!product || product.archived_at) throw errors.PRODUCT_NOT_FOUND()
  return {
    type: 'product',
    product_id: product.id,
    name: product.name,
    price: product.price,
    original_price: product.original_price,
    image_url: product.image_url,
  }
}

/** For previews, mails and screen readers. */
export function describeAttachment(attachment: ChatAttachment, currency: Currency) {
  if (attachment.type === 'product') {
    return `${attachment.name}, ${formatMoney(attachment.price, currency)}`
  }
  const discount =
    attachment.discount_percentage === null
      ? formatMoney(attachment.discount_amount ?? 0, currency)
      : `${attachment.discount_percentage}%`
  return `Coupon ${attachment.code}: ${discount} off`
}
