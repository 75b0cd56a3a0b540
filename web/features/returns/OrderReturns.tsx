import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { ReturnsOfOrder } from '#contract/returns.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { ReturnCard } from './ReturnCard.tsx'

const loadForm = () => import('./ReturnForm.tsx')
const ReturnForm = lazy(async () => ({ default: (await loadForm()).ReturnForm }))

type OrderReturnsProps = { order: Order; orderKey?: string }

/** What was asked to be returned of an order, and the form to ask. Nothing in a shop that takes no returns. */
export function OrderReturns({ order, orderKey }: OrderReturnsProps) {
  const input = { id: order.id, key: orderKey }
  const { data, error, refetch } = useQuery(api.returns.of_own_order.queryOptions({ input }))
  if (!data) {
    return error ? (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-quiet lg:col-span-2">
        The returns of this order could not be loaded.
        <Button look="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : null
  }
  const wasSent = order.status === 'shipped' || order.status === 'completed'
  if (data.returns.length === 0 && (data.days === null || !wasSent)) return null
  return <Returns order={order} orderKey={orderKey} data={data} />
}

function Returns({ order, orderKey, data }: OrderReturnsProps & { data: ReturnsOfOrder }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const section = useRef<HTMLElement>(null)
  // It is drawn after the page, so the browser cannot have scrolled to it.
  useEffect(() => {
    if (location.hash === '#returns') section.current?.scrollIntoView()
  }, [])
  const refresh = () => queries.invalidateQueries({ queryKey: api.returns.of_own_order.key() })
  const asked = () => {
    setAsking(false)
    toast.success('Your request was sent', 'We look at it and write to you.')
    section.current?.focus()
    return refresh()
  }
  const lines = data.lines.filter(({ left }) => left > 0)
  return (
    <section
      ref={section}
      id="returns"
      tabIndex={-1}
      aria-labelledby="returns-title"
      className="grid max-w-3xl scroll-mt-24 gap-5 outline-none lg:col-span-2"
    >
      <h2 id="returns-title" className="text-2xl">
        Returns
      </h2>
      {data.until && lines.length > 0 && !isAsking && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="text-quiet">
            You can return items of this order until <LocalTime iso={lastMoment(data.until)} />.
          </p>
          <Button
            look="outline"
            onPointerEnter={loadForm}
            onFocus={loadForm}
            onClick={() => setAsking(true)}
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Return items
          </Button>
        </div>
      )}
      {!data.until && data.days !== null && data.returns.length === 0 && (
        <p className="text-quiet">
          We take returns within {data.days} {data.days === 1 ? 'day' : 'days'} after delivery. For
          this order that time is over.
        </p>
      )}
      {isAsking && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ReturnForm
            order={order}
            orderKey={orderKey}
            lines={lines}
            onAsked={asked}
            onCancel={() => setAsking(false)}
            onRefused={refresh}
          />
        </Suspense>
      )}
      {data.returns.length > 0 && (
        <ul className="grid gap-4">
          {data.returns.map((one) => (
            <li key={one.id}>
              <ReturnCard order_id={order.id} orderKey={orderKey} made={one} onChanged={refresh} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The end is the first moment of the next day. */
const lastMoment = (until: string) => new Date(Date.parse(until) - 1).toISOString()
