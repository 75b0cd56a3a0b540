import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/CartPage.tsx'
import { addToCart } from '../features/cart/cart.ts'
import { ProductGrid } from '../features/catalog/ProductCard.tsx'
import { UnpaidOrderBanner } from '../features/checkout/PaymentButtons.tsx'
import { api } from '../lib/api.ts'
import { titled } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

const featured = api.products.list.queryOptions({ input: { featured: true, limit: 4 } })

export const Route = createFileRoute('/cart')({
  loader: async ({ context: { queryClient } }) => {
    await loadOptional(queryClient, featured)
  },
  head: titled('Shopping Cart'),
  component: Cart,
})

function Cart() {
  return (
    <>
      <CartPage banner={<UnpaidOrderBanner />} />
      <YouMayAlsoLike />
    </>
  )
}

function YouMayAlsoLike() {
  const { data } = useQuery(featured)
  if (!data?.items.length) return null
  return (
    <section aria-labelledby="also-like" className="page pb-24">
      <h2 id="also-like" className="mb-8 text-section">
        You May Also Like
      </h2>
      <ProductGrid products={data.items} onAdd={addToCart} />
    </section>
  )
}
