import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { ReturnBadge, ReturnLink } from '../kit/return-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** What the customer wants to return of this order; nothing while that is nothing. */
export function OrderReturns({ order_id }: { order_id: string }) {
  const returns = useQuery(api.returns.list.queryOptions({ input: { order_id } }))
  return (
    <WhenLoaded query={returns} failure="Failed to load returns" isSmall placeholder={null}>
      {({ items }) =>
        items.length > 0 && (
          <Card title="Returns">
            <ul className="grid gap-3">
              {items.map(({ id, status, created_at }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <ReturnLink id={id} order_id={order_id} />
                  <ReturnBadge status={status} />
                  <span className="text-quiet text-sm">
                    <LocalTime iso={created_at} withTime />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </WhenLoaded>
  )
}
