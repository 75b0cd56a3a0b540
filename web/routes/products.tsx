import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { putIntoCart } from '../features/cart/put-into-cart.ts'
import { CategoryButtons } from '../features/catalog/CategoryButtons.tsx'
import { ProductGrid } from '../features/catalog/ProductGrid.tsx'
import { api } from '../lib/api.ts'
import { pageHead } from '../lib/page-head.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/Pagination.tsx'

type ProductsSearch = { category?: string; page?: number }

export const Route = createFileRoute('/products')({
  validateSearch: ({ category, page }: Record<string, unknown>): ProductsSearch => ({
    category: typeof category === 'string' && category !== '' ? category.slice(0, 100) : undefined,
    page: Number.isInteger(page) && Number(page) > 1 ? Math.min(Number(page), 10_000) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      queryClient.ensureQueryData(api.products.list.queryOptions({ input: deps })),
      queryClient.ensureQueryData(api.categories.list.queryOptions()),
    ])
  },
  head: ({ matches }) => pageHead(matches, 'Our Products'),
  component: Products,
})

function Products() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: categories } = useSuspenseQuery(api.categories.list.queryOptions())
  const { data: products } = useSuspenseQuery(api.products.list.queryOptions({ input: search }))
  const chosen = categories.find(({ name }) => name === search.category)
  return (
    <>
      <header className="preset-pink-products">
        <div className="page grid max-w-3xl justify-items-center gap-4 pt-16 pb-10 text-center lg:pt-24 lg:pb-14">
          <h1 className="text-title">{chosen?.name ?? 'Our Products'}</h1>
          <p className="max-w-xl text-lg text-quiet leading-relaxed">
            {chosen?.description ??
              'Small batches, short ingredient lists, and a clear reason for every bottle.'}
          </p>
        </div>
      </header>
      <div className="page grid gap-10 pb-24">
        <CategoryButtons
          categories={categories}
          allLabel="All Products"
          chosen={search.category}
          onChoose={(category) => navigate({ search: { category }, resetScroll: false })}
        />
        {products.items.length === 0 && <EmptyState title="No products available yet" />}
        <h2 className="sr-only">Products</h2>
        <ProductGrid products={products.items} onAdd={putIntoCart} eagerPictures={4} />
        <Pagination
          page={products.page}
          hasMore={products.has_more}
          onPage={(page) => navigate({ search: (old) => ({ ...old, page }) })}
        />
      </div>
    </>
  )
}
