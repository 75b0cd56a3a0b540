import { Skeleton } from '../../ui/Feedback.tsx'

export function CheckoutSkeleton() {
  return (
    <div
      role="status"
      className="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <span className="sr-only">Loading your order...</span>
      <noscript>
        <p className="py-6">The checkout needs JavaScript. Please switch it on to order.</p>
      </noscript>
      <div className="grid gap-8">
        <Skeleton className="h-20" />
        <div className="grid gap-5 sm:grid-cols-2">
          {WIDTHS.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
            <Skeleton key={index} className={`h-17 ${width}`} />
          ))}
        </div>
      </div>
      <Skeleton className="h-130" />
    </div>
  )
}

const WHOLE = 'sm:col-span-2'
const WIDTHS = [WHOLE, WHOLE, WHOLE, '', '', '', '']
