import { clsx } from 'clsx'
import { discountPercent, formatMoney } from '../../lib/format.ts'

type PriceProps = { price: number; original_price: number | null; className?: string }

export function Price({ price, original_price, className }: PriceProps) {
  const reduced = discountPercent(price, original_price) !== null
  return (
    <p className={clsx('flex flex-wrap items-baseline gap-x-2 tabular-nums', className)}>
      <span className={reduced ? 'text-rose' : undefined}>{formatMoney(price)}</span>
      {reduced && original_price !== null && (
        <s className="text-[0.9em] text-quiet">
          <span className="sr-only">Before: </span>
          {formatMoney(original_price)}
        </s>
      )}
    </p>
  )
}
