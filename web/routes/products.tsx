import { createFileRoute } from '@tanstack/react-router'
import { addToCart } from '../features/cart/cart.ts'
import { ProductGridSkeleton } from '../features/catalog/ProductCard.tsx'
import { ProductsPage } from '../features/catalog/ProductsPage.tsx'
import { productsHead } from '../features/catalog/product-heads.ts'
import {
  categories,
  productPages,
  readProductsSearch,
} from '../features/catalog/products-search.ts'
import { pageHead } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/products')({
  validateSearch: readProductsSearch,
  // Without the parameters that only campaigns know: the server renders the page without them, too.
  loaderDeps: ({ search }) => readProductsSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    // In the browser, the page opens at once and its list shows that it is loading, or why it failed.
    const products = import.meta.env.SSR
      ? queryClient.ensureInfiniteQueryData(productPages(deps))
      : void queryClient.prefetchInfiniteQuery(productPages(deps))
    const [known, list] = await Promise.all([loadOptional(queryClient, categories), products])
    return {
      search: deps,
      description: known?.find(({ name }) => name === deps.category)?.description,
      picture: list?.pages[0]?.items[0]?.image_url,
      empty: list?.pages[0]?.items.length === 0,
    }
  },
  head: ({ matches, loaderData }) => {
    const { name, ...options } = productsHead(loaderData)
    return pageHead(matches, name, loaderData?.description ?? undefined, options)
  },
  pendingMs: 400,
  pendingComponent: Pending,
  component: Products,
})

function Products() {
  const search = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  return (
    <ProductsPage
      search={search}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
      onAdd={addToCart}
    />
  )
}

function Pending() {
  return (
    <div className="page py-24">
      <ProductGridSkeleton count={8} />
    </div>
  )
}
