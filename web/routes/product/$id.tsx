import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { putIntoCart } from '../../features/cart/put-into-cart.ts'
import { ProductDetail } from '../../features/catalog/ProductDetail.tsx'
import { api } from '../../lib/api.ts'
import { pageHead } from '../../lib/page-head.ts'
import { isNotFoundAnswer } from '../../lib/refusal.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export const Route = createFileRoute('/product/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const product = await queryClient.ensureQueryData(
        api.products.get.queryOptions({ input: { id: params.id } }),
      )
      return { name: product.name, description: product.description }
    } catch (error) {
      throw isNotFoundAnswer(error) ? notFound() : error
    }
  },
  head: ({ matches, loaderData }) =>
    pageHead(matches, loaderData?.name ?? 'Product not found', loaderData?.description),
  notFoundComponent: ProductNotFound,
  component: ProductPage,
})

function ProductPage() {
  const { id } = Route.useParams()
  const { data: product } = useSuspenseQuery(api.products.get.queryOptions({ input: { id } }))
  return (
    <div className="page py-8 lg:py-14">
      <ProductDetail key={product.id} product={product} onAdd={putIntoCart} />
    </div>
  )
}

function ProductNotFound() {
  return (
    <EmptyState
      title={<h1 className="text-2xl">Product not found</h1>}
      text="It may have sold out for good, or the link is not quite right."
      action={
        <Link to="/" className={buttonStyle()}>
          Back to Shop
        </Link>
      }
    />
  )
}
