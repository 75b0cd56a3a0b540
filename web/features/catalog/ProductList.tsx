import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { ProductQuery, ProductSummary } from '#contract/catalog.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Feedback.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { productPages } from './product-pages.ts'
import { type ProductsSearch, readProductsSearch } from './products-search.ts'

type ProductListProps = {
  query: ProductQuery
  onAdd: (product: ProductSummary) => void
  eagerPictures?: number
}

/** All products of a question, page after page. Without script every page has an address of its own. */
export function ProductList({ query, onAdd, eagerPictures }: ProductListProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    productPages(query),
  )
  const products = data.pages.flatMap((page) => page.items)
  const [first] = data.pageParams
  const last = data.pageParams.at(-1) ?? first ?? 1
  const search = readProductsSearch(query)
  return (
    <div className="grid gap-12">
      {first !== undefined && first > 1 && <EarlierPage search={search} page={first - 1} />}
      <ProductGrid products={products} onAdd={onAdd} eagerPictures={eagerPictures} />
      <p role="status" className="sr-only">
        {data.pages.length > 1 && `Showing ${products.length} products`}
      </p>
      {hasNextPage && (
        <LoadMore
          search={{ ...search, page: last + 1 }}
          busy={isFetchingNextPage}
          onPress={() => fetchNextPage()}
        />
      )}
    </div>
  )
}

type LoadMoreProps = { search: ProductsSearch; busy: boolean; onPress: () => void }

function LoadMore({ search, busy, onPress }: LoadMoreProps) {
  const press = (event: MouseEvent) => {
    // A new tab is wanted with one of these keys, and has its own address to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!busy) onPress()
  }
  return (
    <Link
      to="/products"
      search={search}
      rel="next"
      preload={false}
      aria-busy={busy || undefined}
      onClick={press}
      className={buttonStyle({ look: 'outline', size: 'large', className: 'justify-self-center' })}
    >
      {busy && <Spinner />}
      Load more
    </Link>
  )
}

function EarlierPage({ search, page }: { search: ProductsSearch; page: number }) {
  return (
    <Link
      to="/products"
      search={{ ...search, page: page > 1 ? page : undefined }}
      rel="prev"
      className={buttonStyle({ look: 'outline', className: 'justify-self-center' })}
    >
      Previous products
    </Link>
  )
}
