import { useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { discountPercent, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { Price } from './Price.tsx'
import { ProductGallery } from './ProductGallery.tsx'

const LOW_STOCK_BELOW = 10

type ProductDetailProps = {
  product: Product
  onAdd: (product: Product, quantity: number) => void
}

export function ProductDetail({ product, onAdd }: ProductDetailProps) {
  const [quantity, setQuantity] = useState(1)
  const soldOut = product.stock <= 0
  return (
    <div className="grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
      <ProductGallery name={product.name} images={product.images} />
      <div className="grid content-start gap-6 lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start">
        <div className="grid gap-3">
          {product.category && <p className="text-eyebrow text-rose">{product.category}</p>}
          <h1 className="text-title">{product.name}</h1>
          <p className="flex items-center gap-2.5 text-quiet text-sm">
            <Stars rating={product.rating_average} />
            <span>
              {product.rating_average} ({product.review_count}{' '}
              {product.review_count === 1 ? 'review' : 'reviews'})
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Price
            price={product.price}
            original_price={product.original_price}
            className="font-display text-2xl"
          />
          <Saving product={product} />
        </div>
        <p className="max-w-prose whitespace-pre-line text-[1.0625rem] text-quiet leading-relaxed">
          {product.description}
        </p>
        <StockLine stock={product.stock} />
        <div className="flex flex-wrap gap-3">
          <QuantityStepper
            label={product.name}
            value={quantity}
            max={Math.max(1, product.stock)}
            onChange={setQuantity}
          />
          <Button
            size="large"
            className="min-w-44 flex-1"
            disabled={soldOut}
            onClick={() => onAdd(product, quantity)}
          >
            {soldOut ? 'Out of stock' : 'Add to Cart'}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Saving({ product: { price, original_price } }: { product: Product }) {
  const percent = discountPercent(price, original_price)
  if (percent === null || original_price === null) return null
  return (
    <Badge tone="rose">
      Save {formatMoney(original_price - price)} · {percent}% off
    </Badge>
  )
}

function StockLine({ stock }: { stock: number }) {
  if (stock <= 0) return <p className="font-medium text-danger">Out of stock</p>
  if (stock < LOW_STOCK_BELOW) {
    return <p className="font-medium text-honey">Low stock: only {stock} left</p>
  }
  return <p className="text-leaf">In stock</p>
}
