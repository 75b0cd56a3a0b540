import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../lib/format.ts'
import { Picture } from '../../ui/Picture.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { type CartItem, removeFromCart, setQuantity } from './cart-store.ts'

type CartLineProps = { item: CartItem; onLeave?: () => void }

export function CartLine({ item, onLeave }: CartLineProps) {
  return (
    <li className="flex gap-4 py-5">
      <Link
        to="/product/$id"
        params={{ id: item.id }}
        onClick={onLeave}
        tabIndex={-1}
        aria-hidden="true"
        className="w-22 shrink-0 overflow-hidden rounded-field"
      >
        <Picture
          src={item.image_url}
          alt=""
          sizes="88px"
          className="aspect-4/5 w-full object-cover"
        />
      </Link>
      <div className="grid min-w-0 flex-1 content-between gap-3">
        <div className="flex items-start justify-between gap-3">
          <Link
            to="/product/$id"
            params={{ id: item.id }}
            onClick={onLeave}
            className="line-clamp-2 font-medium leading-snug hover:text-rose"
          >
            {item.name}
          </Link>
          <span className="tabular-nums leading-snug">{formatMoney(item.price)}</span>
        </div>
        <div className="flex items-center justify-between gap-3">
          <QuantityStepper
            label={item.name}
            value={item.quantity}
            min={0}
            size="small"
            onChange={(quantity) => setQuantity(item.id, quantity)}
          />
          <button
            type="button"
            aria-label={`Remove ${item.name}`}
            onClick={() => removeFromCart(item.id)}
            className="min-h-11 text-quiet text-sm underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink"
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}
