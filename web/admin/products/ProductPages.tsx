import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Eye } from 'lucide-react'
import type { AdminProduct } from '#contract/edit-products.ts'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { AnnounceProduct } from './AnnounceProduct.tsx'
import { ProductForm } from './ProductForm.tsx'
import { ProductMenu } from './ProductMenu.tsx'

/** `copy`: the product whose fields and pictures the new one starts with. */
export function NewProductPage({ copy }: { copy?: string }) {
  const navigate = useNavigate()
  const original = useQuery({
    ...api.products.admin_get.queryOptions({ input: { id: copy ?? '' } }),
    enabled: copy !== undefined,
  })
  const open = ({ id }: AdminProduct) =>
    void navigate({ to: '/admin/products/$id', params: { id }, replace: true })
  return (
    <AdminPage
      help="product"
      title={copy ? 'Duplicate product' : 'New product'}
      actions={<BackToProducts />}
    >
      {copy && !original.data ? (
        <Waiting query={original} />
      ) : (
        <ProductForm product={null} copyOf={original.data} onSaved={open} />
      )}
    </AdminPage>
  )
}

export function EditProductPage({ id }: { id: string }) {
  const product = useQuery(api.products.admin_get.queryOptions({ input: { id } }))
  const { data } = product
  return (
    <AdminPage
      help="product"
      title={
        data ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
            {data.full_name}
            {data.archived_at && <Badge>Archived</Badge>}
          </span>
        ) : (
          'Product'
        )
      }
      actions={
        <>
          <BackToProducts />
          {data && !data.archived_at && (
            <a
              href={`/product/${id}`}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle({ look: 'outline', size: 'narrow' })}
            >
              <Eye aria-hidden="true" className="size-4" />
              Preview
            </a>
          )}
          {data && <ProductMenu product={data} isOwnPage />}
        </>
      }
    >
      {data ? (
        <div className="grid gap-5">
          <ProductForm key={id} product={data} />
          {!data.archived_at && <AnnounceProduct product={data} />}
          <details className="rounded-card border border-line bg-paper px-5 py-3 sm:px-6">
            <summary className="py-1 font-semibold">Changes</summary>
            <div className="py-3">
              <ChangeHistory type="products" id={id} />
            </div>
          </details>
        </div>
      ) : (
        <Waiting query={product} />
      )}
    </AdminPage>
  )
}

function BackToProducts() {
  return (
    <Link to="/admin/products" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      All products
    </Link>
  )
}

function Waiting({ query }: { query: UseQueryResult<AdminProduct> }) {
  const missing = (
    <EmptyState
      title="This product no longer exists"
      text="Somebody may have deleted it."
      action={<BackToProducts />}
    />
  )
  const placeholder = (
    <div role="status" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  )
  const failure = 'Failed to load the product'
  return <WhenLoaded query={query} failure={failure} missing={missing} placeholder={placeholder} />
}
