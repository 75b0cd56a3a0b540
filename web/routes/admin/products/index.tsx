import { createFileRoute } from '@tanstack/react-router'
import type { AdminProductQuery } from '#contract/edit-products.ts'
import type { AdminReviewQuery } from '#contract/reviews.ts'
import { ProductsPage } from '../../../admin/products/ProductsPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

/** The parameters of the list of products and of the list of reviews, which is a tab of its own. */
type ProductsSearch = AdminProductQuery &
  Omit<AdminReviewQuery, keyof AdminProductQuery> & { tab?: string }

export const Route = createFileRoute('/admin/products/')({
  validateSearch: declareSearch<ProductsSearch>(),
  head: headWithTitle('Products'),
  component: ProductsPage,
})
