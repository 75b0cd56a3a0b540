import { type Query, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage, hasErrorCode, isNotFoundError } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'

/** What is shown of a query while it has no answer. */
export type Loading<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'errorUpdatedAt' | 'refetch'
>

type WhenLoadedProps<Data> = {
  query: Loading<Data>
  /** The text when it cannot be loaded: "Failed to load pages". */
  failure: string
  /** In the shape of what loads; null for what only adds to a form or card. */
  placeholder?: ReactNode
  /** Shown instead when the server says that there is no such thing. */
  missing?: ReactNode
  /** In a card or below a field, where the failure has one line. */
  isSmall?: boolean
  children?: (data: Data) => ReactNode
}

/** What a query has loaded; until then a placeholder, or why it failed. A failed refresh keeps showing the old data. */
export function WhenLoaded<Data>(props: WhenLoadedProps<Data>) {
  const { query, failure, placeholder, missing, isSmall, children } = props
  const { data, error, errorUpdatedAt, refetch } = query
  if (missing && data === undefined && isNotFoundError(error)) return missing
  return (
    <>
      {error && (
        <FailedLoad
          failure={failure}
          error={error}
          failedAt={errorUpdatedAt}
          isShown={data !== undefined}
          isSmall={isSmall}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && children?.(data)}
      {data === undefined && !error && (
        <FirstLoad failure={failure} isSmall={isSmall}>
          {placeholder === undefined ? <Skeleton className="h-96" /> : placeholder}
        </FirstLoad>
      )}
    </>
  )
}

const LATE_MS = 3000
/** In the words for a shop that cannot be reached. */
const NO_ANSWER = new TypeError('There was no answer')

type FirstLoadProps = { failure: string; isSmall?: boolean; children: ReactNode }

/**
 * The placeholder of a first load. When no answer has come after three seconds, it says so; the call goes on, so a
 * slow answer still appears. Try again cancels the call and makes a new one.
 */
export function FirstLoad({ failure, isSmall, children }: FirstLoadProps) {
  const queries = useQueryClient()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isLate])
  if (!isLate) return children
  const retry = async () => {
    setLate(false)
    await queries.cancelQueries({ predicate: isUnanswered })
    await queries.refetchQueries({ type: 'active', predicate: isUnanswered })
  }
  const late = { failure, error: NO_ANSWER, failedAt: 0, isSmall }
  return <FailedLoad {...late} onRetry={retry} />
}

const isUnanswered = ({ state }: Query) => state.status === 'pending'

type FailedLoadProps = {
  failure: string
  error: Error
  /** When it failed last: each failure is one toast. */
  failedAt: number
  /** Whether what was loaded before is still shown below. */
  isShown?: boolean
  isSmall?: boolean
  onRetry: () => void
}

/** A list or screen that could not be loaded says so in its place, with Try again, and as a toast. */
export function FailedLoad(props: FailedLoadProps) {
  const { failure, error, failedAt, isShown, isSmall, onRetry } = props
  const reason = errorMessage(error)
  // The dialog that asks to sign in again, or that follows a restore, says it better.
  const isSaidElsewhere = hasErrorCode(error, 'UNAUTHORIZED') || hasErrorCode(error, 'RESTORING')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!isSaidElsewhere) toast.error(failure, reason)
  }, [failedAt])
  if (isShown || isSmall) {
    return (
      <div
        role="alert"
        className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-danger-tint px-4 py-2.5 text-sm"
      >
        <p className="min-w-0 flex-1 basis-60">
          <strong className="font-semibold">{failure}.</strong> {reason}
          {isShown && ' What you see may be out of date.'}
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
