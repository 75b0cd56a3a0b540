import { createFileRoute } from '@tanstack/react-router'
import { addToCart } from '../features/cart/cart.ts'
import { ProductGridSkeleton } from '../features/catalog/ProductCard.tsx'
import { ProductsPage } from '../features/catalog/ProductsPage.tsx'
import { productsHead } from '../features/catalog/product-heads.ts'
import {
  attributes,
  categories,
  productPages,
  readProductsSearch,
} from '../features/catalog/products-search.ts'
import { pageHead } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/products')({
  staticData: { listsProducts: true },
  validateSearch: readProductsSearch,
  // Without the parameters that only campaigns know: the server renders the page without them, too.
  loaderDeps: ({ search }) => readProductsSearch(search),
  loader: async ({ context: { api, queryClient, isReturning }, deps, location }) => {
    const query = productPages(api, deps)
    const products = import.meta.env.SSR
      ? queryClient.ensureInfiniteQueryData(query)
      : loadInBrowser()
    async function loadInBrowser() {
      const isCached = queryClient.getQueryData(query.queryKey) !== undefined
      const loading = queryClient.prefetchInfiniteQuery({
        ...query,
        pages: isCached ? undefined : location.state.listPages,
      })
      // The page opens at once and its list shows that it is loading, or why it failed. A visitor who comes back
      // waits for the list: without it, the place where they were is not there yet.
      if (isReturning() && !isCached) await loading
    }
    const [known, list] = await Promise.all([
      loadOptional(queryClient, categories(api)),
      products,
      // In the browser, the filters load them when they are shown.
      import.meta.env.SSR && loadOptional(queryClient, attributes(api)),
    ])
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
      onMore={(listPages) =>
        navigate({
          search: true,
          state: (state) => ({ ...state, listPages }),
          replace: true,
          resetScroll: false,
        })
      }
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
