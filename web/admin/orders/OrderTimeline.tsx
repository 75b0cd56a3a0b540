import { useQuery } from '@tanstack/react-query'
import { CircleDot, Mail as MailIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminOrder, OrderEvent } from '#contract/admin-orders.ts'
import type { Mail } from '#contract/mail.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { StatusBadge } from '../kit/order-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Mails leave through a queue, so their state changes a little after the order's. */
const MAIL_POLL_MS = 4000

type Entry =
  | { kind: 'event'; at: string; event: OrderEvent }
  | { kind: 'mail'; at: string; mail: Mail }

/** What happened to an order and what its customer was sent, newest first. */
export function OrderTimeline({ order }: { order: AdminOrder }) {
  const mails = useQuery({
    ...api.mails.of_order.queryOptions({ input: { order_id: order.id } }),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : MAIL_POLL_MS),
  })
  const entries: Entry[] = [
    ...order.events.map((event) => ({ kind: 'event' as const, at: event.created_at, event })),
    ...(mails.data ?? []).map((mail) => ({ kind: 'mail' as const, at: mail.created_at, mail })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  return (
    <>
      <WhenLoaded query={mails} failure="Failed to load mails" isSmall placeholder={null} />
      <NamedList as="ol" label="Timeline" className="grid gap-4">
        {entries.map((entry) =>
          entry.kind === 'event' ? (
            <Happened key={`event-${entry.event.id}`} event={entry.event} />
          ) : (
            <Sent key={`mail-${entry.mail.id}`} mail={entry.mail} />
          ),
        )}
      </NamedList>
    </>
  )
}

/** The reason of an admin's change says it already. */
const ACTORS: Record<OrderEvent['actor'], string | null> = {
  customer: 'Customer',
  admin: null,
  provider: 'Payment provider',
  job: 'Shop',
}

function Row({ icon, at, children }: { icon: ReactNode; at: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 text-sm">
      <span className="mt-0.5 text-quiet [&>svg]:size-4">{icon}</span>
      <div className="grid gap-1">
        {children}
        <span className="text-quiet text-xs">
          <LocalTime iso={at} withTime />
        </span>
      </div>
    </li>
  )
}

function Happened({ event }: { event: OrderEvent }) {
  return (
    <Row icon={<CircleDot aria-hidden="true" />} at={event.created_at}>
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadge status={event.to_status} />
        {event.reason}
        <span className="text-quiet">{ACTORS[event.actor]}</span>
      </span>
    </Row>
  )
}

const MAIL_STATES = {
  waiting: { label: 'Waiting', tone: 'yellow' },
  sent: { label: 'Sent', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  stored: { label: 'Not sent: no mail server', tone: 'blush' },
} as const

function Sent({ mail }: { mail: Mail }) {
  const { label, tone } = MAIL_STATES[mail.status]
  const { mutate, isPending } = useAdminMutation({
    run: client.mails.resend,
    success: 'The mail is on its way',
    refresh: [api.mails.key()],
  })
  return (
    <Row icon={<MailIcon aria-hidden="true" />} at={mail.sent_at ?? mail.created_at}>
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">{mail.subject}</span>
        <Badge tone={tone}>{label}</Badge>
        {mail.status !== 'waiting' && (
          <Button
            look="link"
            aria-label={`Send "${mail.subject}" again`}
            busy={isPending}
            onClick={() => mutate({ id: mail.id })}
          >
            {mail.status === 'sent' ? 'Send again' : 'Send'}
          </Button>
        )}
      </span>
      <span className="text-quiet [overflow-wrap:anywhere]">to {mail.to_address}</span>
      {mail.error && <span className="text-danger">{mail.error}</span>}
    </Row>
  )
}
