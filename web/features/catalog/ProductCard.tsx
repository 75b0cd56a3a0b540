import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Product, ProductSummary } from '#contract/catalog.ts'
import { chooseOne, countChoices } from '#contract/choice-words.ts'
import type { CardGroup } from '#contract/product-groups.ts'
import { orderableFromList } from '#contract/stock.ts'
import { discountPercent } from '../../lib/format.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { Button, type ButtonLook, Spinner } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'

type PriceProps = {
  price: number
  original_price: number | null
  /** There are dearer ones. */
  from?: boolean | undefined
  className?: string
}

export function Price({ price, original_price, from, className }: PriceProps) {
  const formatMoney = useMoney()
  const named = from ? `From ${formatMoney(price)}` : formatMoney(price)
  const reduced = discountPercent(price, original_price) !== null
  return (
    <p className={clsx('flex flex-wrap items-baseline gap-x-2 tabular-nums', className)}>
      {reduced ? <span className="text-rose">{named}</span> : named}
      {reduced && original_price !== null && (
        <s className="text-[0.9em] text-quiet">
          <span className="sr-only">Before: </span>
          {formatMoney(original_price)}
        </s>
      )}
    </p>
  )
}

type Stocked = Pick<Product, 'name' | 'stock'>

/** Stays enabled when sold out: a click then explains why nothing happens. */
const addLabel = ({ stock }: Stocked) => (stock > 0 ? 'Add to Cart' : 'Out of stock')

type AddToCartButtonProps = ButtonLook & {
  product: Stocked
  onAdd: () => void
  className?: string
}

export function AddToCartButton({ product, onAdd, look, ...rest }: AddToCartButtonProps) {
  return (
    <>
      <Button
        {...rest}
        look={product.stock > 0 ? look : 'soft'}
        aria-label={`${addLabel(product)}: ${product.name}`}
        onClick={onAdd}
        className={clsx('needs-script', rest.className)}
      >
        {addLabel(product)}
      </Button>
      <noscript>
        {import.meta.env.SSR && (
          <p className="text-quiet">The cart needs JavaScript, which is switched off here.</p>
        )}
      </noscript>
    </>
  )
}

const SIZES = '(min-width: 80rem) 282px, (min-width: 64rem) 23vw, (min-width: 48rem) 30vw, 44vw'

type ProductCardProps = {
  product: ProductSummary
  onAdd: (product: ProductSummary) => void
  eager?: boolean
}

// A page renders dozens of cards: every element, hook and class counts on the server.
function ProductCard({ product, onAdd, eager }: ProductCardProps) {
  const { group } = product
  const [first, second] = product.images
  const [hovered, setHovered] = useState(false)
  return (
    <article onPointerEnter={() => setHovered(true)} className="product-card group">
      <div className="relative overflow-hidden rounded-card bg-blush">
        <Picture
          src={first ?? product.image_url}
          alt=""
          sizes={SIZES}
          eager={eager}
          className="aspect-4/5 w-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
        {hovered && second && <SecondPicture src={second} />}
        <Badges product={product} />
      </div>
      <h3>
        <Link
          to="/product/$id"
          params={{ id: product.id }}
          className="rounded-sm after:absolute after:inset-0"
        >
          {product.name}
        </Link>
      </h3>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-3">
        <Price
          price={product.price}
          original_price={product.original_price}
          from={pricesDiffer(product)}
        />
        {product.review_count > 0 && (
          <Stars
            rating={product.rating_average}
            size="small"
            className="mt-1.25 hidden sm:inline-block"
          />
        )}
        {group && group.count > 1 && (
          <p className="w-full text-quiet text-sm">
            {countChoices(group.count, group.option_name)}
          </p>
        )}
      </div>
      {group?.must_choose && product.stock > 0 ? (
        <ChooseLink product={product} group={group} />
      ) : (
        <AddFromCard product={{ ...product, ...group?.first_in_stock }} onAdd={onAdd} />
      )}
    </article>
  )
}

/** Of several sizes it is given the first in stock. */
function AddFromCard({ product, onAdd }: Pick<ProductCardProps, 'product' | 'onAdd'>) {
  return (
    <button
      type="button"
      aria-label={`${addLabel(product)}: ${product.name}`}
      data-sold-out={product.stock > 0 ? undefined : ''}
      onClick={() => onAdd({ ...product, stock: orderableFromList(product.stock) })}
      className="button"
    >
      {addLabel(product)}
    </button>
  )
}

function ChooseLink({ product, group }: { product: ProductSummary; group: CardGroup }) {
  const label = chooseOne(group.option_name)
  return (
    <Link
      to="/product/$id"
      params={{ id: product.id }}
      aria-label={`${label}: ${product.name}`}
      className="button"
    >
      {label}
    </Link>
  )
}

/** Then the card names the lowest one. */
export const pricesDiffer = ({ group }: ProductSummary) => group !== null && group.from !== group.to

function Badges({ product }: { product: ProductSummary }) {
  const percent = discountPercent(product.price, product.original_price)
  if (percent === null && product.stock > 0) return null
  return (
    <div className="absolute top-3 left-3 flex flex-wrap gap-1.5">
      {percent !== null && <Badge tone="rose">{percent}% off</Badge>}
      {product.stock <= 0 && <Badge tone="paper">Sold out</Badge>}
    </div>
  )
}

/** Rendered on the first hover, so that a grid downloads one picture per product. */
function SecondPicture({ src }: { src: string }) {
  return (
    <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-300 group-hover:opacity-100 pointer-fine:block">
      <Picture src={src} alt="" sizes={SIZES} className="h-full w-full object-cover" />
    </span>
  )
}

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4 lg:gap-y-12'

type ProductGridProps = {
  products: readonly ProductSummary[]
  onAdd: (product: ProductSummary) => void
  /** How many pictures are in view when the page opens, and so are not loaded lazily. */
  eagerPictures?: number
}

export function ProductGrid({ products, onAdd, eagerPictures = 0 }: ProductGridProps) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} onAdd={onAdd} eager={index < eagerPictures} />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className="relative">
      <LoadingProducts />
      <div className={GRID}>
        {Array.from({ length: count }, (_, n) => n).map((n) => (
          <div key={n} className="grid gap-3.5">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="h-4 w-3/4 rounded-full" />
            <Skeleton className="h-4 w-1/4 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Lies over a list or its skeleton, so that nothing moves when it disappears; the parent is `relative`. */
export function LoadingProducts() {
  return (
    <div className="absolute inset-0 z-20">
      <p
        role="status"
        className="sticky top-[calc(var(--bar-height)+1rem)] mx-auto mt-6 flex w-fit animate-appear items-center gap-2.5 rounded-full bg-paper px-5 py-2.5 font-medium shadow-raised"
      >
        <Spinner />
        Loading products...
      </p>
    </div>
  )
}
