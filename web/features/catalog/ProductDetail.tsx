import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Product, ProductDetails, ProductSummary } from '#contract/catalog.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { api } from '../../lib/api.ts'
import { discountPercent } from '../../lib/format.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { QuantityStepper } from '../../ui/QuantityStepper.tsx'
import { Choices } from './Choices.tsx'
import { AddToCartButton, Price, ProductGrid } from './ProductCard.tsx'
import { ProductGallery } from './ProductGallery.tsx'
import { ProductSections } from './ProductSections.tsx'
import { bestSellers, SHOWN_AT_FIRST } from './products-search.ts'

const ShareButton = lazy(async () => ({
  default: (await import('./ShareButton.tsx')).ShareButton,
}))

/** Only for what is sold out. */
const NotifyMe = lazy(async () => ({ default: (await import('./NotifyMe.tsx')).NotifyMe }))

const STEP =
  'inline-flex min-h-9 items-center whitespace-nowrap transition-colors hover:text-rose pointer-coarse:min-h-11'

export function Breadcrumbs({ product }: { product: Pick<Product, 'name' | 'category'> }) {
  const { category } = product
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-quiet text-sm">
      <ol className="flex items-center gap-2 overflow-hidden">
        <li>
          <Link to="/" className={STEP}>
            Home
          </Link>
        </li>
        <Step>
          <Link to="/products" className={STEP}>
            Our Products
          </Link>
        </Step>
        {category && (
          <Step>
            <Link to="/products" search={{ category }} className={STEP}>
              {category}
            </Link>
          </Step>
        )}
        <Step>
          <span aria-current="page" className="truncate text-ink">
            {product.name}
          </span>
        </Step>
      </ol>
    </nav>
  )
}

function Step({ children }: { children: React.ReactNode }) {
  return (
    <Fragment>
      <li aria-hidden="true">/</li>
      <li className="flex min-w-0 last:flex-1">{children}</li>
    </Fragment>
  )
}

type ProductDetailProps = {
  product: ProductDetails
  onAdd: (product: Product, quantity: number) => void
}

export function ProductDetail({ product, onAdd }: ProductDetailProps) {
  const [wanted, setQuantity] = useState(1)
  const hydrated = useHydrated()
  const purchase = useRef<HTMLDivElement>(null)
  // The stock may have decreased since the quantity was chosen.
  const most = Math.max(1, product.stock)
  const quantity = Math.min(wanted, most)
  const add = () => onAdd(product, quantity)
  return (
    <div className="grid gap-6 md:grid-cols-2 md:gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
      <ProductGallery key={product.id} name={product.name} images={[...new Set(product.images)]} />
      <div className="grid min-w-0 content-start gap-6 lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start">
        <Heading product={product} />
        <Cost product={product} />
        {product.group && product.group.choices.length > 1 && (
          <Choices product={product} group={product.group} />
        )}
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
          {product.stock <= 0 && (
            <div className="min-h-36">
              {hydrated && (
                <Suspense>
                  <NotifyMe key={product.id} product={product} />
                </Suspense>
              )}
            </div>
          )}
        </div>
        <ProductSections product={product} />
      </div>
      <StickyAdd product={product} onAdd={add} whenHidden={purchase} />
    </div>
  )
}

function Heading({ product }: { product: ProductDetails }) {
  const { group } = product
  const chosen = group?.choices.find(({ product_id }) => product_id === product.id)
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
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-title">{group?.name ?? product.name}</h1>
        {chosen && <p className="wrap-anywhere text-lg text-quiet">{chosen.value}</p>}
      </div>
      <div className="flex min-h-11 items-center justify-between gap-4 text-quiet text-sm">
        <p className="flex items-center gap-2.5">
          <Stars rating={product.rating_average} />
          <span>
            {product.rating_average.toFixed(product.review_count > 0 ? 1 : 0)} (
            {product.review_count} {product.review_count === 1 ? 'review' : 'reviews'})
          </span>
        </p>
        {useHydrated() && (
          <Suspense>
            <ShareButton name={product.name} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Cost({ product }: { product: Product }) {
  const formatMoney = useMoney()
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

type StickyAddProps = {
  product: Product
  onAdd: () => void
  /** The bar is shown while this element is out of view. */
  whenHidden: RefObject<Element | null>
}

/** Add to Cart at the bottom of the screen, on phones. */
function StickyAdd({ product, onAdd, whenHidden }: StickyAddProps) {
  const formatMoney = useMoney()
  if (!useOutOfView(whenHidden)) return null
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex animate-lift items-center gap-4 border-line border-t bg-ground/95 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md lg:hidden"
    >
      <p className="grid min-w-0 flex-1 leading-snug">
        <span className="truncate font-medium text-[0.9375rem]">{product.name}</span>
        <span className="tabular-nums">{formatMoney(product.price)}</span>
      </p>
      <AddToCartButton product={product} onAdd={onAdd} className="shrink-0" />
    </div>
  )
}

function useOutOfView(target: RefObject<Element | null>): boolean {
  const [outOfView, setOutOfView] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) =>
      setOutOfView(entry?.isIntersecting === false),
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return outOfView
}

type BestSellersProps = { except: ProductDetails; onAdd: (product: ProductSummary) => void }

export function BestSellers({ except, onAdd }: BestSellersProps) {
  const { data } = useQuery(bestSellers(api))
  const others = (data?.items ?? [])
    .filter(({ id, group }) => (except.group ? group?.id !== except.group.id : id !== except.id))
    .slice(0, SHOWN_AT_FIRST)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="best-sellers">
      <h2 id="best-sellers" className="mb-8 text-section">
        Best Sellers
      </h2>
      <ProductGrid products={others} onAdd={onAdd} />
    </section>
  )
}
