import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '../../../admin/products/ProductsPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/products/')({
  head: titled('Products'),
  component: ProductsPage,
})
