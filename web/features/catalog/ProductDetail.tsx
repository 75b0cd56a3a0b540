import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { discountPercent, formatMoney } from '../../lib/format.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { AddToCartButton } from './AddToCartButton.tsx'
import { Price } from './Price.tsx'
import { ProductGallery } from './ProductGallery.tsx'
import { StickyAdd } from './StickyAdd.tsx'

const LOW_STOCK_BELOW = 10

type ProductDetailProps = {
  product: Product
  onAdd: (product: Product, quantity: number) => void
}

export function ProductDetail({ product, onAdd }: ProductDetailProps) {
  const [wanted, setQuantity] = useState(1)
  const purchase = useRef<HTMLDivElement>(null)
  // The stock may have shrunk since the number was chosen.
  const most = Math.max(1, product.stock)
  const quantity = Math.min(wanted, most)
  const add = () => onAdd(product, quantity)
  return (
    <div className="grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
      <ProductGallery name={product.name} images={[...new Set(product.images)]} />
      <div className="grid min-w-0 content-start gap-6 lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start">
        <Heading product={product} />
        <Cost product={product} />
        <p className="max-w-prose whitespace-pre-line text-[1.0625rem] text-quiet leading-relaxed">
          {product.description}
        </p>
        <div ref={purchase} className="grid gap-4">
          <StockLine stock={product.stock} />
          <div className="flex flex-wrap gap-3">
            <QuantityStepper
              label={product.name}
              value={quantity}
              max={most}
              onChange={setQuantity}
            />
            <AddToCartButton
              product={product}
              onAdd={add}
              size="large"
              className="min-w-44 flex-1"
            />
          </div>
        </div>
      </div>
      <StickyAdd product={product} onAdd={add} whenUnseen={purchase} />
    </div>
  )
}

function Heading({ product }: { product: Product }) {
  return (
    <div className="grid gap-3">
      {product.category && (
        <p className="text-eyebrow">
          <Link
            to="/products"
            search={{ category: product.category }}
            className="text-rose hover:underline"
          >
            {product.category}
          </Link>
        </p>
      )}
      <h1 className="text-title">{product.name}</h1>
      <p className="flex items-center gap-2.5 text-quiet text-sm">
        <Stars rating={product.rating_average} />
        <span>
          {product.rating_average.toFixed(product.review_count > 0 ? 1 : 0)} ({product.review_count}{' '}
          {product.review_count === 1 ? 'review' : 'reviews'})
        </span>
      </p>
    </div>
  )
}

function Cost({ product }: { product: Product }) {
  const { price, original_price } = product
  const percent = discountPercent(price, original_price)
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <Price
        price={price}
        original_price={original_price}
        className="font-display text-[1.75rem]"
      />
      {percent !== null && original_price !== null && (
        <>
          <span className="font-medium text-leaf">Save {formatMoney(original_price - price)}</span>
          <Badge tone="rose">{percent}% off</Badge>
        </>
      )}
    </div>
  )
}

function StockLine({ stock }: { stock: number }) {
  if (stock <= 0) return <Stock className="text-danger">Out of stock</Stock>
  if (stock < LOW_STOCK_BELOW) {
    return <Stock className="text-honey">Low stock: only {stock} left</Stock>
  }
  return <Stock className="text-leaf">In stock</Stock>
}

function Stock({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <p className={`flex items-center gap-2 font-medium text-[0.9375rem] ${className}`}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      <span>{children}</span>
    </p>
  )
}
