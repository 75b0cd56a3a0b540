import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { addToCart } from '../features/cart/cart.ts'
import { CategoryButtons } from '../features/catalog/CategoryButtons.tsx'
import { ProductGridSkeleton } from '../features/catalog/ProductCard.tsx'
import { ProductList } from '../features/catalog/ProductList.tsx'
import { NothingFound, ProductsHero, SearchNote } from '../features/catalog/ProductsPage.tsx'
import { ActiveFilters, ProductsToolbar } from '../features/catalog/ProductsToolbar.tsx'
import { productsHead } from '../features/catalog/product-heads.ts'
import {
  type ProductsSearch,
  productPages,
  readProductsSearch,
} from '../features/catalog/products-search.ts'
import { api } from '../lib/api.ts'
import { pageHead } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/products')({
  validateSearch: readProductsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const [categories, { pages }] = await Promise.all([
      loadOptional(queryClient, api.categories.list.queryOptions()),
      queryClient.ensureInfiniteQueryData(productPages(deps)),
    ])
    const category = categories?.find(({ name }) => name === deps.category)
    return {
      search: deps,
      description: category?.description,
      picture: pages[0]?.items[0]?.image_url,
      empty: pages[0]?.items.length === 0,
    }
  },
  head: ({ matches, loaderData }) => {
    const { name, ...more } = productsHead(loaderData)
    return pageHead(matches, name, loaderData?.description ?? undefined, more)
  },
  pendingMs: 400,
  pendingComponent: Pending,
  component: Products,
})

function Products() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: categories = [] } = useQuery(api.categories.list.queryOptions())
  const { data: first } = useSuspenseInfiniteQuery({ ...productPages(search), select: firstPage })
  const ask = (next: ProductsSearch) => navigate({ search: next, resetScroll: false })
  return (
    <>
      <ProductsHero search={search} categories={categories} />
      <div className="page grid gap-8 pt-8 pb-24 lg:pt-10">
        <div className="grid gap-5">
          <CategoryButtons
            categories={categories}
            allLabel="All Products"
            chosen={search.category}
            kept={search}
            onChoose={(category) => ask({ ...search, category, page: undefined })}
          />
          <ProductsToolbar search={search} onChange={ask} />
          <ActiveFilters search={search} />
        </div>
        <SearchNote match={first.match} />
        <h2 className="sr-only">Products</h2>
        {first.empty ? (
          <NothingFound search={search} categories={categories} />
        ) : (
          <ProductList query={search} onAdd={addToCart} eagerPictures={2} />
        )}
      </div>
    </>
  )
}

type Pages = { pages: { items: unknown[]; match: Parameters<typeof SearchNote>[0]['match'] }[] }

const firstPage = ({ pages: [page] }: Pages) => ({
  match: page?.match ?? null,
  empty: page?.items.length === 0,
})

function Pending() {
  return (
    <div className="page py-24">
      <ProductGridSkeleton count={8} />
    </div>
  )
}
