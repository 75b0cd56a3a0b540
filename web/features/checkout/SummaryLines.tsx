import { formatMoney } from '../../lib/format.ts'
import { Picture } from '../../ui/Picture.tsx'

type SummaryLine = {
  id: string
  name: string
  image_url: string | null
  quantity: number
  price: number
}

/** What is bought, each with its picture and what the line costs. */
export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className="grid gap-4">
      {lines.map(({ id, name, image_url, quantity, price }) => (
        <li key={id} className="flex items-center gap-4">
          <span className="w-14 shrink-0 overflow-hidden rounded-field bg-ground">
            <Picture
              src={image_url}
              alt=""
              sizes="56px"
              className="aspect-4/5 w-full object-cover"
            />
          </span>
          <p className="min-w-0 flex-1 leading-snug">
            <span className="line-clamp-2 break-words font-medium">{name}</span>
            <span className="text-quiet text-sm tabular-nums">
              {quantity} × {formatMoney(price)}
            </span>
          </p>
          <span className="tabular-nums">{formatMoney(lineTotal(price, quantity))}</span>
        </li>
      ))}
    </ul>
  )
}

const lineTotal = (price: number, quantity: number) => (Math.round(price * 100) * quantity) / 100

type SumsProps = { subtotal: number; discount: number; total: number; coupon_code?: string | null }

export function Sums({ subtotal, discount, total, coupon_code }: SumsProps) {
  return (
    <dl className="grid gap-2.5 tabular-nums">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-quiet">Subtotal</dt>
        <dd>{formatMoney(subtotal)}</dd>
      </div>
      {discount > 0 && (
        <div className="flex items-baseline justify-between gap-4 text-leaf">
          <dt className="min-w-0 break-words">Discount{coupon_code ? ` (${coupon_code})` : ''}</dt>
          <dd>-{formatMoney(discount)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-4 border-ink/10 border-t pt-4">
        <dt className="font-medium">Total</dt>
        <dd className="font-display text-2xl">{formatMoney(total)}</dd>
      </div>
    </dl>
  )
}
