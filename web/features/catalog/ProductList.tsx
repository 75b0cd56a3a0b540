import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type HistoryState, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { ProductPage, ProductQuery, ProductSummary } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useMoney } from '../../lib/money.ts'
import { Button, buttonStyle, Spinner } from '../../ui/Button.tsx'
import { EmptyState, FailedState } from '../../ui/Feedback.tsx'
import { CategoryButtons } from './CategoryButtons.tsx'
import { LoadingProducts, ProductGrid, ProductGridSkeleton } from './ProductCard.tsx'
import {
  categories,
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
  onMore?: (pages: number) => void
  eagerPictures?: number
  /** Shown when nothing matches the query. */
  empty?: ReactNode
}

/** The products of a query, page after page. Without script, every page has its own URL. */
export function ProductList({ query, onAdd, onMore, eagerPictures, empty }: ProductListProps) {
  const list = useInfiniteQuery({ ...productPages(api, query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  if (list.isError && !data) {
    return <FailedState message={errorMessage(list.error)} onRetry={list.refetch} />
  }
  if (!data) return <ProductGridSkeleton count={8} />

  const products = data.pages.flatMap((page) => page.items)
  const [first = 1] = data.pageParams
  const last = data.pageParams.at(-1) ?? first
  const search = readProductsSearch(query)
  return (
    <div className="relative grid gap-12" aria-busy={isPlaceholderData || undefined}>
      {isPlaceholderData && <LoadingProducts />}
      <div className={isPlaceholderData ? 'grid gap-8 opacity-45' : 'grid gap-8'}>
        <SearchNote page={data.pages[0]} />
        {first > 1 && <EarlierPage search={search} page={first - 1} />}
        {products.length > 0 ? (
          <ProductGrid products={products} onAdd={onAdd} eagerPictures={eagerPictures} />
        ) : (
          (empty ?? <NoProducts />)
        )}
      </div>
      <p role="status" className="sr-only">
        {data.pages.length > 1 && `Showing ${products.length} products`}
      </p>
      {hasNextPage && !isPlaceholderData && (
        <LoadMore
          search={{ ...search, page: last + 1 }}
          busy={isFetchingNextPage}
          onPress={() => {
            onMore?.(data.pages.length + 1)
            void fetchNextPage()
          }}
        />
      )}
    </div>
  )
}

export function NoProducts() {
  return <EmptyState title="No products available yet." />
}

/** Explains results that do not match the search as it was typed. */
function SearchNote({ page }: { page: ProductPage | undefined }) {
  const { match = null, typed_price = null } = page ?? {}
  if (typed_price && match?.kind !== 'corrected') return <PriceNote {...typed_price} />
  if (!match || match.kind === 'as-typed') return null
  return (
    <p role="status" className="text-quiet">
      {match.kind === 'corrected' ? (
        <>
          Showing results for <strong className="font-semibold text-ink">{match.words}</strong>.
        </>
      ) : (
        'No product has all of these words. These come closest.'
      )}
    </p>
  )
}

function PriceNote({ min, max }: { min: number | null; max: number | null }) {
  const formatMoney = useMoney()
  return (
    <p role="status" className="text-quiet">
      Showing prices{' '}
      <strong className="font-semibold text-ink">
        {[min !== null && `from ${formatMoney(min)}`, max !== null && `up to ${formatMoney(max)}`]
          .filter(Boolean)
          .join(' ')}
      </strong>
      .
    </p>
  )
}

type LoadMoreProps = { search: ProductsSearch; busy: boolean; onPress: () => void }

function LoadMore({ search, busy, onPress }: LoadMoreProps) {
  const press = (event: MouseEvent) => {
    // These keys open the link's own URL in a new tab or window.
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

/** Four featured products, or the newest four of a category; See More Products shows all of them. */
export function FeaturedProducts({ onAdd }: Props) {
  const { data: choices = [] } = useQuery(categories(api))
  const [{ category, all }, show] = useShownProducts()
  return (
    <div className="grid gap-10">
      <CategoryButtons
        categories={choices}
        allLabel="All Categories"
        chosen={category}
        onChoose={(chosen) => show({ category: chosen, all })}
      />
      {all ? (
        <ProductList query={{ category }} onAdd={onAdd} />
      ) : (
        <FirstProducts category={category} onAdd={onAdd}>
          <SeeMore onPress={() => show({ category, all: true })} />
        </FirstProducts>
      )}
    </div>
  )
}

/** In the state of the history: who comes back finds the products, and the place, as they were left. */
function useShownProducts() {
  const navigate = useNavigate()
  const left = useLocation({ select: ({ state }) => state.featured })
  // The page that the server sent knows nothing of it.
  const [shown, setShown] = useState((useHydrated() && left) || {})
  const show = (featured: HistoryState['featured'] & {}) => {
    setShown(featured)
    void navigate({
      to: '.',
      state: (state) => ({ ...state, featured }),
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, show] as const
}

type FirstProductsProps = Props & { category: string | undefined; children: ReactNode }

function FirstProducts({ category, onAdd, children }: FirstProductsProps) {
  const chosen = useQuery(featured(api))
  const isChosen = category === undefined && chosen.data?.items.length !== 0
  const others = useQuery({
    ...newest(api, category),
    placeholderData: keepPreviousData,
    enabled: !isChosen,
  })
  const more = useQuery({ ...oneMore(api, category), placeholderData: keepPreviousData })
  const shown = isChosen ? chosen : others
  // The server renders a skeleton instead, because the browser then loads the products itself.
  if (shown.isError && !shown.data && !import.meta.env.SSR) {
    return <FailedState message={errorMessage(shown.error)} onRetry={shown.refetch} />
  }
  // While a category loads, the previous products stay, so that nothing moves.
  const products = shown.data?.items ?? chosen.data?.items
  const loading = shown.isPlaceholderData || !shown.data
  if (!products || (loading && products.length === 0)) {
    return <ProductGridSkeleton count={SHOWN_AT_FIRST} />
  }
  if (products.length === 0) return <NoProducts />
  return (
    <div className="relative grid gap-10" aria-busy={loading || undefined}>
      {loading && <LoadingProducts />}
      <div className={loading ? 'opacity-45' : undefined}>
        <ProductGrid products={products} onAdd={onAdd} />
      </div>
      {more.data && more.data.items.length > 0 && children}
    </div>
  )
}

/** Without script, it opens the products page. */
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
