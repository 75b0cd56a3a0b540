import { Skeleton } from '../../ui/Feedback.tsx'
import { AuthFrame } from './AuthFrame.tsx'

/** Until it is known whether somebody is signed in already. */
export function AuthSkeleton() {
  return (
    <AuthFrame title={<Skeleton className="h-[1em] w-4/5" />}>
      <div role="status" className="grid gap-6">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-11" />
        <Skeleton className="h-17" />
        <Skeleton className="h-17" />
        <Skeleton className="mt-4 h-13 rounded-full" />
      </div>
    </AuthFrame>
  )
}
