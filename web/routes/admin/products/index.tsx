import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '../../../admin/products/ProductsPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/products/')({
  head: ({ matches }) => pageHead(matches, 'Products'),
  component: ProductsPage,
})
