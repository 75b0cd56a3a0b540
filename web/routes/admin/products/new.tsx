import { createFileRoute } from '@tanstack/react-router'
import { NewProductPage } from '../../../admin/products/ProductPages.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/products/new')({
  /** `copy`: the product to start from. */
  validateSearch: (search): { copy?: string } =>
    typeof search.copy === 'string' ? { copy: search.copy } : {},
  head: headWithTitle('New product'),
  component: NewProduct,
})

function NewProduct() {
  const { copy } = Route.useSearch()
  return <NewProductPage key={copy} copy={copy} />
}
