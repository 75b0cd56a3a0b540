import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import type { ProductDetails } from '#contract/catalog.ts'
import type { ProductGroup } from '#contract/product-groups.ts'
import { useMoney } from '../../lib/money.ts'

type ChoicesProps = { product: ProductDetails; group: ProductGroup }

/** The sizes or shades of a product. Each is a link to its own page, so that they also work without script. */
export function Choices({ product, group: { choices, option_name } }: ChoicesProps) {
  const formatMoney = useMoney()
  const [opening, open] = useOpenChoice()
  const [openedWith] = useState(product.id)
  const pricesDiffer = choices.some(({ price }) => price !== product.price)
  return (
    <nav aria-label={option_name} className="grid gap-2.5">
      <p className="font-medium">{option_name}</p>
      <ul className="flex flex-wrap gap-2.5">
        {choices.map(({ product_id: id, value, colour, price, in_stock }) => (
          <li key={id}>
            <Link
              to="/product/$id"
              params={{ id }}
              aria-busy={id === opening || undefined}
              onClick={(event) => open(event, id)}
              className={in_stock ? 'choice' : 'choice sold-out'}
            >
              {colour && <span className="swatch" style={{ backgroundColor: colour }} />}
              <span className="wrap-anywhere">
                {value}
                {(pricesDiffer || !in_stock) && (
                  <small>{in_stock ? formatMoney(price) : 'Sold out'}</small>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {/* Without a page load nothing else says what has changed. */}
      <p role="status" className="sr-only">
        {product.id !== openedWith && `${product.name}, ${formatMoney(product.price)}`}
      </p>
    </nav>
  )
}

/**
 * Loads the other one first and then changes the page at once: a skeleton in between would move the page and take the
 * focus away. Also returns the id of what is being opened.
 */
function useOpenChoice() {
  const router = useRouter()
  const [opening, setOpening] = useState('')
  const open = async (event: MouseEvent, id: string) => {
    // These keys open the link's own URL in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpening(id)
    const link = { to: '/product/$id', params: { id }, resetScroll: false } as const
    await router.preloadRoute(link)
    await router.navigate(link)
    setOpening('')
  }
  return [opening, open] as const
}
