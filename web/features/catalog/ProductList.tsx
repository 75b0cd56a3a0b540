import {
  keepPreviousData,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import type { ProductQuery, ProductSummary } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Spinner } from '../../ui/Feedback.tsx'
import { CategoryButtons } from './CategoryButtons.tsx'
import { ProductGrid, ProductGridSkeleton } from './ProductCard.tsx'
import {
  featured,
  newest,
  oneMore,
  type ProductsSearch,
  productPages,
  readProductsSearch,
  SHOWN_AT_FIRST,
} from './products-search.ts'

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

type Props = { onAdd: (product: ProductSummary) => void }

/** Four products at first, those of one category if somebody wants; then all of them. */
export function FeaturedProducts({ onAdd }: Props) {
  const { data: categories = [] } = useQuery(api.categories.list.queryOptions())
  const [category, setCategory] = useState<string>()
  const [all, setAll] = useState(false)
  return (
    <div className="grid gap-10">
      <CategoryButtons
        categories={categories}
        allLabel="All Categories"
        chosen={category}
        onChoose={setCategory}
      />
      {all ? (
        <Suspense fallback={<ProductGridSkeleton count={SHOWN_AT_FIRST} />}>
          <ProductList key={category} query={{ category }} onAdd={onAdd} />
        </Suspense>
      ) : (
        <FirstProducts category={category} onAdd={onAdd}>
          <SeeMore onPress={() => setAll(true)} />
        </FirstProducts>
      )}
    </div>
  )
}

type FirstProductsProps = Props & { category: string | undefined; children: ReactNode }

function FirstProducts({ category, onAdd, children }: FirstProductsProps) {
  const { data: chosen } = useSuspenseQuery(featured)
  const isChosen = category === undefined && chosen.items.length > 0
  // The old ones stay until the new ones are there, so that nothing jumps.
  const asked = { placeholderData: keepPreviousData, enabled: !isChosen }
  const others = useQuery({ ...newest(category), ...asked })
  const more = useQuery({ ...oneMore(category), placeholderData: keepPreviousData })
  const products = isChosen ? chosen.items : others.data?.items
  if (!products) return <ProductGridSkeleton count={SHOWN_AT_FIRST} />
  if (products.length === 0) return <EmptyState title="No products available yet." />
  return (
    <>
      <ProductGrid products={products} onAdd={onAdd} />
      {more.data && more.data.items.length > 0 && children}
    </>
  )
}

/** Without script it leads to the products page. */
function SeeMore({ onPress }: { onPress: () => void }) {
  return (
    <form
      action="/products"
      className="mt-2 text-center"
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <Button type="submit" look="outline" size="large">
        See More Products
      </Button>
    </form>
  )
}
