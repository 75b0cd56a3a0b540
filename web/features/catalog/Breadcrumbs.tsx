import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Product } from '#contract/catalog.ts'

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
