import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/CartPage.tsx'
import { addToCart } from '../features/cart/cart.ts'
import { ProductGrid } from '../features/catalog/ProductCard.tsx'
import { featured } from '../features/catalog/products-search.ts'
import { UnpaidOrderBanner } from '../features/checkout/PaymentButtons.tsx'
import { api } from '../lib/api.ts'
import { headWithTitle } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/cart')({
  loader: async ({ context: { api, queryClient } }) => {
    await loadOptional(queryClient, featured(api))
  },
  head: headWithTitle('Shopping Cart'),
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
  const { data } = useQuery(featured(api))
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
