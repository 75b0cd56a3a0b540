import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../lib/errors.ts'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What a query has loaded; until then a placeholder, or why it failed. A failed refresh keeps showing the old data. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, isError, refetch } = query
  if (data !== undefined) return children(data)
  if (!isError) return <Skeleton className="h-96" />
  return <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
}
