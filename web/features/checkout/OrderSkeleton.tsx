import { Skeleton } from '../../ui/Feedback.tsx'

export function OrderSkeleton() {
  return (
    <div role="status" className="page grid gap-10 pt-10 pb-24 lg:pt-16">
      <span className="sr-only">Loading your order...</span>
      <div className="grid gap-4">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full rounded-full" />
        <Skeleton className="h-11 w-80 max-w-full rounded-full" />
      </div>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
