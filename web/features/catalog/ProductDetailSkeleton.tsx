import { Skeleton } from '../../ui/Feedback.tsx'

export function ProductDetailSkeleton() {
  return (
    <div role="status" className="grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
      <span className="sr-only">Loading product...</span>
      <Skeleton className="aspect-4/5 w-full" />
      <div className="grid content-start gap-5 lg:pt-4">
        <Skeleton className="h-3 w-24 rounded-full" />
        <Skeleton className="h-11 w-4/5 rounded-field" />
        <Skeleton className="h-4 w-40 rounded-full" />
        <Skeleton className="h-8 w-32 rounded-field" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-13 w-full rounded-full" />
      </div>
    </div>
  )
}
