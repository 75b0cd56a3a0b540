import { createFileRoute } from '@tanstack/react-router'
import { ProductFeedPage } from '../../admin/product-feed/ProductFeedPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/product-feed')({
  head: headWithTitle('Product Feed'),
  component: ProductFeedPage,
})
