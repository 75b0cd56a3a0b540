import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'errorUpdatedAt' | 'refetch'>
  /** The text when it cannot be loaded: "Failed to load pages". */
  failure: string
  /** In the shape of what loads. */
  placeholder?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query has loaded; until then a placeholder, or why it failed. A failed refresh keeps showing the old data. */
export function Loaded<Data>({ query, failure, placeholder, children }: LoadedProps<Data>) {
  const { data, error, errorUpdatedAt, refetch } = query
  return (
    <>
      {error && (
        <FailedLoad
          failure={failure}
          error={error}
          failedAt={errorUpdatedAt}
          isShown={data !== undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && !error && (placeholder ?? <Skeleton className="h-96" />)}
    </>
  )
}

type FailedLoadProps = {
  failure: string
  error: Error
  /** When it failed last: each failure is one toast. */
  failedAt: number
  /** Whether what was loaded before is still shown below. */
  isShown?: boolean
  onRetry: () => void
}

/** A list or screen that could not be loaded says so in its place, with Try again, and as a toast. */
export function FailedLoad({ failure, error, failedAt, isShown, onRetry }: FailedLoadProps) {
  const reason = errorMessage(error)
  // The dialog that asks to sign in again says it better.
  const isSignedOut = hasErrorCode(error, 'UNAUTHORIZED')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!isSignedOut) toast.error(failure, reason)
  }, [failedAt])
  if (isShown) {
    return (
      <div
        role="alert"
        className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-danger-tint px-4 py-2.5 text-sm"
      >
        <p className="min-w-0 flex-1 basis-60">
          <strong className="font-semibold">{failure}.</strong> {reason} What you see may be out of
          date.
        </p>
        <Button look="outline" size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div role="alert" className="grid justify-items-center gap-1.5 py-16 text-center">
      <p className="font-medium">{failure}</p>
      <p className="max-w-md text-quiet text-sm">{reason}</p>
      <Button className="mt-3.5" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
