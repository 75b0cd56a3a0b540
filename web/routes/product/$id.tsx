import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import type { ProductDetails } from '#contract/catalog.ts'
import { addToCart } from '../../features/cart/cart.ts'
import { BestSellers, Breadcrumbs, ProductDetail } from '../../features/catalog/ProductDetail.tsx'
import { GALLERY_SIZES, productData } from '../../features/catalog/product-heads.ts'
import { bestSellers } from '../../features/catalog/products-search.ts'
import { type OwnerTools, ReviewSection } from '../../features/reviews/ReviewSection.tsx'
import { firstReviews } from '../../features/reviews/review-queries.ts'
import { ErrorPage } from '../../frame/ErrorPages.tsx'
import { api } from '../../lib/api.ts'
import { throwNotFound } from '../../lib/not-found.ts'
import { pageHead } from '../../lib/page-head.ts'
import { pictureHint } from '../../lib/pictures.ts'
import { loadOptional } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'

export const Route = createFileRoute('/product/$id')({
  // The best sellers below it.
  staticData: { listsProducts: true },
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const optional = Promise.all([
      loadOptional(queryClient, firstReviews(api, id)),
      loadOptional(queryClient, bestSellers(api)),
    ])
    const product = await queryClient
      .ensureQueryData(api.products.get.queryOptions({ input: { id } }))
      .catch(async (error) => {
        // The page of an unknown product carries them, too: it must not depend on which answer comes first.
        await optional
        return throwNotFound(error)
      })
    const [reviews] = await optional
    return { product, reviews: reviews?.items ?? [] }
  },
  head: ({ matches, match, loaderData }) => {
    if (!loaderData) {
      const title = match.status === 'error' ? 'This page did not open' : 'Product not found'
      return pageHead(matches, title, undefined, { noindex: true })
    }
    const { product, reviews } = loaderData
    const head = pageHead(matches, product.name, product.description, {
      kind: 'product',
      picture: product.image_url,
      data: (site) => productData(product, reviews, site),
    })
    return { ...head, links: [...head.links, ...pictureHint(product.image_url, GALLERY_SIZES)] }
  },
  pendingMs: 300,
  pendingComponent: Pending,
  notFoundComponent: ProductNotFound,
  errorComponent: LoadFailed,
  component: ProductPage,
})

const ReviewTools = lazy(async () => ({
  default: (await import('../../admin/reviews/OwnerTools.tsx')).ReviewTools,
}))
const HiddenReviews = lazy(async () => ({
  default: (await import('../../admin/reviews/OwnerTools.tsx')).HiddenReviews,
}))

/** Loaded for the team only; they are shown to those who moderate reviews. */
const ownerTools = (product_id: string): OwnerTools => ({
  review: (review, onChanged) => (
    <Suspense>
      <ReviewTools review={review} onChanged={onChanged} />
    </Suspense>
  ),
  hidden: (onChanged) => (
    <Suspense>
      <HiddenReviews product_id={product_id} onChanged={onChanged} />
    </Suspense>
  ),
})

/** What is below the first screen hydrates on its own, after the product or when it is touched. */
function ProductPage() {
  const { id } = Route.useParams()
  const { data: product } = useSuspenseQuery(api.products.get.queryOptions({ input: { id } }))
  // Another size changes what is shown; another product opens a page of its own.
  const key = product.group?.id ?? product.id
  return (
    <div className="page grid gap-20 pt-4 pb-20 lg:gap-28 lg:pt-6 lg:pb-28">
      <div className="grid gap-4 lg:gap-6">
        <Breadcrumbs product={product} />
        <ProductDetail key={key} product={product} onAdd={addToCart} />
      </div>
      <Suspense>
        <Reviews key={key} product={product} />
      </Suspense>
      <Suspense>
        <BestSellers except={product} onAdd={addToCart} />
      </Suspense>
    </div>
  )
}

/** The session is read here: its answer would make React hydrate all that is rendered by its reader at once. */
function Reviews({ product }: { product: ProductDetails }) {
  const { status } = useSession()
  const owner = status === 'team' ? ownerTools(product.id) : undefined
  return <ReviewSection product={product} owner={owner} />
}

function Pending() {
  return (
    <div className="page pt-16 pb-20">
      <div
        role="status"
        className="grid gap-6 md:grid-cols-2 md:gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16"
      >
        <span className="sr-only">Loading product...</span>
        <Skeleton className="aspect-4/5 w-full max-md:max-h-[38svh]" />
        <div className="grid content-start gap-5 lg:pt-4">
          <Skeleton className="h-3 w-24 rounded-full" />
          <Skeleton className="h-11 w-4/5 rounded-field" />
          <Skeleton className="h-4 w-40 rounded-full" />
          <Skeleton className="h-8 w-32 rounded-field" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-13 w-full rounded-full" />
        </div>
      </div>
    </div>
  )
}

function ProductNotFound() {
  return (
    <EmptyState
      titleAs="h1"
      title="Product not found"
      text="It may have sold out for good, or the link is not quite right."
      action={
        <Link to="/" className={buttonStyle()}>
          Back to Shop
        </Link>
      }
    />
  )
}

function LoadFailed(props: ErrorComponentProps) {
  useEffect(() => toast.error('Error', 'Failed to load product'), [])
  return <ErrorPage {...props} />
}
