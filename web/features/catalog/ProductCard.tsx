import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Product, ProductSummary } from '#contract/catalog.ts'
import { discountPercent, formatMoney } from '../../lib/format.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'

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

type AddToCartButtonProps = ButtonLook & {
  product: Pick<Product, 'name' | 'stock'>
  onAdd: () => void
  className?: string
}

/** Stays pressable when sold out: pressing it says why nothing happens. */
export function AddToCartButton({ product, onAdd, look, ...rest }: AddToCartButtonProps) {
  const soldOut = product.stock <= 0
  const label = soldOut ? 'Out of stock' : 'Add to Cart'
  return (
    <Button
      {...rest}
      look={soldOut ? 'soft' : look}
      aria-label={`${label}: ${product.name}`}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}

const SIZES = '(min-width: 80rem) 282px, (min-width: 64rem) 23vw, (min-width: 48rem) 30vw, 44vw'

type ProductCardProps = {
  product: ProductSummary
  onAdd: (product: ProductSummary) => void
  eager?: boolean
}

export function ProductCard({ product, onAdd, eager }: ProductCardProps) {
  const [first, second] = product.images
  const [near, setNear] = useState(false)
  const add = () => onAdd(product)
  return (
    <article
      onPointerEnter={() => setNear(true)}
      className="group relative flex h-full flex-col gap-3.5"
    >
      <div className="relative overflow-hidden rounded-card bg-blush">
        <Picture
          src={first ?? product.image_url}
          alt=""
          sizes={SIZES}
          eager={eager}
          className="aspect-4/5 w-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
        {near && second && <SecondPicture src={second} />}
        <Badges product={product} />
        <div className="absolute inset-x-3 bottom-3 z-10 hidden translate-y-2 opacity-0 transition-[opacity,translate] group-focus-within:translate-y-0 group-focus-within:opacity-100 group-hover:translate-y-0 group-hover:opacity-100 lg:pointer-fine:block">
          <AddToCartButton product={product} onAdd={add} className="w-full shadow-raised" />
        </div>
      </div>
      <div className="grid flex-1 content-start gap-1">
        <h3 className="line-clamp-3 font-medium font-sans text-[0.9375rem] leading-snug tracking-normal sm:text-base">
          <Link
            to="/product/$id"
            params={{ id: product.id }}
            className="rounded-sm after:absolute after:inset-0"
          >
            {product.name}
          </Link>
        </h3>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Price price={product.price} original_price={product.original_price} />
          {product.review_count > 0 && (
            <Stars
              rating={product.rating_average}
              size="small"
              className="hidden sm:inline-block"
            />
          )}
        </div>
      </div>
      <div className="z-10 lg:pointer-fine:hidden">
        <AddToCartButton
          product={product}
          onAdd={add}
          look="outline"
          size="narrow"
          className="w-full"
        />
      </div>
    </article>
  )
}

function Badges({ product }: { product: ProductSummary }) {
  const percent = discountPercent(product.price, product.original_price)
  return (
    <div className="absolute top-3 left-3 flex flex-wrap gap-1.5">
      {percent !== null && <Badge tone="rose">{percent}% off</Badge>}
      {product.stock <= 0 && <Badge tone="paper">Sold out</Badge>}
    </div>
  )
}

/** Fetched only when a pointer comes near, so that a grid costs one picture a product. */
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
  /** How many pictures are in view when the page opens, and so must not wait. */
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
    <div role="status">
      <p className="sr-only">Loading products...</p>
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
