import { clsx } from 'clsx'
import { chargesOf } from '#contract/charges.ts'
import { lineTotal } from '#contract/money.ts'
import type { Charges } from '#contract/totals.ts'
import { useMoney } from '../../lib/money.ts'
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
  const formatMoney = useMoney()
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
          <span className="tabular-nums">{formatMoney(lineTotal({ price, quantity }))}</span>
        </li>
      ))}
    </ul>
  )
}

export function Sums(charges: Charges) {
  const formatMoney = useMoney()
  return (
    <dl className="grid gap-2.5 tabular-nums">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-quiet">Subtotal</dt>
        <dd>{formatMoney(charges.subtotal)}</dd>
      </div>
      {chargesOf(charges, formatMoney).map(({ key, kind, label, amount }) => (
        <div
          key={key}
          className={clsx(
            'flex items-baseline justify-between gap-4',
            kind === 'discount' && 'text-leaf',
          )}
        >
          <dt className={clsx('min-w-0 break-words', kind !== 'discount' && 'text-quiet')}>
            {label}
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-ink/10 border-t pt-4">
        <dt className="font-medium">Total</dt>
        <dd className="font-display text-2xl">{formatMoney(charges.total)}</dd>
      </div>
    </dl>
  )
}
