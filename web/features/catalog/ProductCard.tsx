import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProductSummary } from '#contract/catalog.ts'
import { discountPercent } from '../../lib/format.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { AddToCartButton } from './AddToCartButton.tsx'
import { Price } from './Price.tsx'

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
              className="hidden! h-3.5! w-19! sm:inline-block!"
            />
          )}
        </div>
      </div>
      <div className="z-10 lg:pointer-fine:hidden">
        <AddToCartButton product={product} onAdd={add} look="outline" className="w-full px-3!" />
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
