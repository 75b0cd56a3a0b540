import { createFileRoute } from '@tanstack/react-router'
import { EditProductPage } from '../../../admin/products/ProductPages.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/products/$id')({
  head: headWithTitle('Edit product'),
  component: EditProduct,
})

function EditProduct() {
  const { id } = Route.useParams()
  return <EditProductPage key={id} id={id} />
}
