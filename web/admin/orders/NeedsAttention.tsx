import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AttentionTable } from './AttentionTable.tsx'

/** Money that came in and completed no order: a person decides what becomes of it. */
export function NeedsAttention() {
  const [page, setPage] = useState(1)
  const payments = useQuery(api.payments.attention.queryOptions({ input: { page } }))
  const { data } = payments
  const count = data ? `${data.items.length}${data.has_more ? '+' : ''}` : null
  return (
    <section aria-labelledby="needs-attention" className="grid gap-4">
      <h2 id="needs-attention" className="flex items-center gap-3 text-2xl">
        Needs attention
        {data && data.items.length > 0 && (
          <Badge tone="red" className="font-sans">
            {count}
          </Badge>
        )}
      </h2>
      {payments.isPending && <Loading />}
      {payments.isError && !data && (
        <Failed error={payments.error} onRetry={() => payments.refetch()} />
      )}
      {data?.items.length === 0 && page === 1 && <AllIsWell />}
      {data && (data.items.length > 0 || page > 1) && (
        <>
          <AttentionTable payments={data.items} />
          <Pagination page={data.page} hasMore={data.has_more} onPage={setPage} />
        </>
      )}
    </section>
  )
}

function AllIsWell() {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line bg-paper px-4 py-3.5 text-[0.9375rem] text-quiet">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
      Every payment found its order. Nothing to do here.
    </p>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-danger-tint px-4 py-3 text-[0.9375rem] text-danger"
    >
      <p>{errorMessage(error)}</p>
      <Button look="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading payments...</span>
      <Skeleton className="h-14" />
    </div>
  )
}
