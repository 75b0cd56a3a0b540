import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Info, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { lineTotal } from '#contract/money.ts'
import { useMoney } from '../../lib/money.ts'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { type CartItem, MAX_QUANTITY, setQuantity } from './cart.ts'
import { useCartChanges } from './refresh-cart.ts'

const UNCHECKED =
  'We could not check prices and stock just now. They are checked again at checkout.'

/** What changed since the products were added. */
export function CartChanges({ isUnchecked }: { isUnchecked: boolean }) {
  const texts = useCartChanges().map(({ text }) => text)
  if (isUnchecked) texts.push(UNCHECKED)
  return (
    <div role="status">
      {texts.length > 0 && (
        <ul className="mt-5 grid animate-appear gap-2 rounded-card bg-honey-tint/60 px-4 py-3.5 text-[0.9375rem] text-honey leading-snug">
          {texts.map((text) => (
            <li key={text} className="flex gap-2.5">
              <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function EmptyCart({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<ShoppingBag aria-hidden="true" strokeWidth={1.4} />}
      title="Your cart is empty"
      text="Good skin starts with one small bottle."
      action={action}
    />
  )
}

type CartLineProps = {
  item: CartItem
  /** Undefined until the server has answered. */
  stock: number | undefined
  /** A larger picture, on the cart page. */
  large?: boolean
  /** Called when a link leads out of the cart. */
  onLeave?: () => void
  onRemoved?: () => void
}

export function CartLine({ item, stock, large = false, onLeave, onRemoved }: CartLineProps) {
  const formatMoney = useMoney()
  const change = (quantity: number) => {
    setQuantity(item.id, quantity)
    if (quantity <= 0) onRemoved?.()
  }
  const linkToProduct = { to: '/product/$id', params: { id: item.id }, onClick: onLeave } as const
  return (
    <li className={clsx('flex', large ? 'gap-4 py-6 sm:gap-6' : 'gap-4 py-5')}>
      <Link
        {...linkToProduct}
        tabIndex={-1}
        aria-hidden="true"
        className={clsx(
          'shrink-0 self-start overflow-hidden rounded-field bg-blush',
          large ? 'w-24 sm:w-30' : 'w-22',
        )}
      >
        <Picture
          src={item.image_url}
          alt=""
          sizes={large ? '120px' : '88px'}
          className="aspect-4/5 w-full object-cover"
        />
      </Link>
      <div className="grid min-w-0 flex-1 content-between gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="grid min-w-0 gap-1">
            <Link
              {...linkToProduct}
              className="wrap-anywhere line-clamp-3 font-medium leading-snug hover:text-rose"
            >
              {item.name}
            </Link>
            <Notes item={item} stock={stock} />
          </div>
          <span className="tabular-nums leading-snug">{formatMoney(lineTotal(item))}</span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <QuantityStepper
            label={item.name}
            value={item.quantity}
            min={0}
            max={Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY)}
            size="small"
            onChange={change}
          />
          <button
            type="button"
            aria-label={`Remove ${item.name}`}
            onClick={() => change(0)}
            className="min-h-11 rounded-sm text-quiet text-sm underline decoration-line underline-offset-4 transition-colors hover:text-ink hover:decoration-ink"
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}

function Notes({ item, stock }: { item: CartItem; stock: number | undefined }) {
  const formatMoney = useMoney()
  return (
    <>
      {item.quantity > 1 && (
        <span className="text-quiet text-sm tabular-nums">{formatMoney(item.price)} each</span>
      )}
      {stock !== undefined && item.quantity >= stock && (
        <span className="font-medium text-honey text-sm">Only {stock} left</span>
      )}
    </>
  )
}
