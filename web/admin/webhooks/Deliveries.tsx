import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import {
  DELIVERED_EVENTS,
  DELIVERY_STATUSES,
  DeliveryQuery,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { EVENT_NAMES } from './event-names.ts'

const STATES: Record<
  WebhookDelivery['status'],
  { label: string; tone: 'yellow' | 'green' | 'red' | 'blush' }
> = {
  waiting: { label: 'Waiting', tone: 'yellow' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  dropped: { label: 'Deleted meanwhile', tone: 'blush' },
}

/** The delivery log of all webhooks, or of one. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const list = useList(DeliveryQuery, (input) => api.webhooks.deliveries.queryOptions({ input }))
  useFollowWaiting(list.data?.items)
  const resend = useAdminMutation({
    run: async (deliveries: readonly WebhookDelivery[]) => {
      for (const { id } of deliveries) await client.webhooks.resend({ id })
    },
    success: (_, { length }) =>
      length === 1 ? 'It is sent again' : `${length} deliveries are sent again`,
    failure: 'Not sent',
    refresh: [api.webhooks.key()],
  })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-3 font-sans font-semibold text-lg tracking-normal">
        Deliveries
      </h2>
      <DataTable
        label="deliveries"
        list={list}
        columns={columns}
        rowName={({ event, created_at }) => `${EVENT_NAMES[event]}, ${created_at}`}
        searchLabel="Search by order, product or error"
        empty={{
          title: 'Nothing was sent yet',
          text: 'What happens in the shop from now on appears here, for 30 days.',
        }}
        filters={
          <>
            <FilterSelect
              list={list}
              name="status"
              label="Status"
              options={DELIVERY_STATUSES.map((value) => ({ value, label: STATES[value].label }))}
            />
            <FilterSelect
              list={list}
              name="event"
              label="Event"
              options={DELIVERED_EVENTS.map((value) => ({ value, label: EVENT_NAMES[value] }))}
            />
            <FilterSelect
              list={list}
              name="webhook_id"
              label="Webhook"
              options={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
            />
          </>
        }
        bulkActions={(rows, clear) => (
          <Button
            look="soft"
            size="small"
            busy={resend.isPending}
            onClick={() => resend.mutate(rows, { onSuccess: clear })}
          >
            <RotateCw aria-hidden="true" className="size-4" />
            Send again
          </Button>
        )}
        rowActions={(row) => (
          <Button
            look="ghost"
            size="icon"
            aria-label={`Send again: ${EVENT_NAMES[row.event]}`}
            onClick={() => resend.mutate([row])}
          >
            <RotateCw aria-hidden="true" className="size-4" />
          </Button>
        )}
      />
    </section>
  )
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    id: 'event',
    header: 'Event',
    phone: 'title',
    className: 'min-w-48',
    cell: ({ event, url }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{EVENT_NAMES[event]}</span>
        <span className="font-mono font-normal text-quiet text-xs [overflow-wrap:anywhere]">
          {url}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, error, response_status }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
        {error ? (
          <span className="max-w-96 text-quiet text-xs max-md:text-right">{error}</span>
        ) : (
          response_status && <span className="text-quiet text-xs">Answered {response_status}</span>
        )}
      </span>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: ({ attempts, next_attempt_at }) => (
      <span className="grid gap-0.5 max-md:justify-items-end">
        {attempts}
        {next_attempt_at && attempts > 0 && (
          <span className="whitespace-nowrap text-quiet text-xs">
            Next <LocalTime iso={next_attempt_at} withTime />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Happened',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
]

const REFRESH_MS = 3000

/** What was just queued is soon delivered; until then the list looks again by itself. */
function useFollowWaiting(deliveries: readonly WebhookDelivery[] | undefined) {
  const queries = useQueryClient()
  const isAnyNew = deliveries?.some(({ status, attempts }) => status === 'waiting' && attempts < 2)
  useEffect(() => {
    if (!isAnyNew) return
    const look = () => void queries.invalidateQueries({ queryKey: api.webhooks.key() })
    const timer = setInterval(look, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isAnyNew, queries])
}
