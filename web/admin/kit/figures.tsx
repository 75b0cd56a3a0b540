import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Figures } from '#contract/insights.ts'
import { api } from '../../lib/api.ts'

type Count = {
  figure: {
    [Name in keyof Figures]: Figures[Name] extends number ? Name : never
  }[keyof Figures]
  /** What stands after the number. */
  text: string
  /** The filter of its screen that lists them. */
  search?: Record<string, string | boolean>
  tone: 'rose' | 'red' | 'yellow' | 'blush'
}

/** What waits behind each screen, the most urgent first. */
const COUNTS: Record<string, readonly Count[]> = {
  '/admin/orders': [
    {
      figure: 'payments_attention',
      text: 'need attention',
      search: { needs_attention: true },
      tone: 'red',
    },
    { figure: 'orders_to_ship', text: 'to ship', search: { to_ship: true }, tone: 'rose' },
  ],
  '/admin/products': [
    { figure: 'low_stock', text: 'low on stock', search: { stock: 'low' }, tone: 'yellow' },
    {
      figure: 'reviews_unanswered',
      text: 'reviews without an answer',
      search: { tab: 'reviews', unanswered: true },
      tone: 'blush',
    },
  ],
  '/admin/marketing': [
    {
      figure: 'campaigns_to_decide',
      text: 'waiting for you',
      search: { tab: 'campaigns' },
      tone: 'red',
    },
  ],
  '/admin/contact-messages': [
    { figure: 'contact_messages_new', text: 'new', search: { status: 'new' }, tone: 'rose' },
  ],
  '/admin/chat': [
    { figure: 'chats_unread', text: 'unread', search: { unread: true }, tone: 'rose' },
  ],
}

export const useFigures = () => useQuery(api.insights.figures.queryOptions()).data

/** The counts of a screen that are not zero. */
export function countsOf(to: string, figures: Figures | undefined) {
  return (COUNTS[to] ?? []).flatMap((count) => {
    const n = figures?.[count.figure] ?? 0
    return n > 0 ? [{ ...count, n }] : []
  })
}

/** A larger number would not fit. */
export const shortCount = (n: number) => (n > 999 ? '999+' : String(n))

/** What is not set up yet; nothing when all is. */
export function SetupWarnings() {
  const figures = useFigures()
  if (!figures) return null
  const { payment, mail, backup } = figures
  return (
    <>
      {payment === 'missing' && (
        <Warning title="Payment is not configured" to="/admin/clover" action="Set up payment">
          Customers cannot pay by card until a merchant account is connected.
        </Warning>
      )}
      {payment === 'other-currency' && (
        <Warning title="Customers cannot pay" to="/admin/clover" action="See why">
          Your merchant account takes another currency than your shop.
        </Warning>
      )}
      <SimulatedWarning to="/admin/clover" />
      {mail === 'missing' && (
        <Warning title="Mail is not configured" to="/admin/mail-server" action="Set up mail">
          Mails are stored in the delivery log and not sent.
        </Warning>
      )}
      {backup === 'failed' && (
        <Warning title="The last backup failed" to="/admin/backups" action="See why">
          What changes from now on is not safe.
        </Warning>
      )}
      {backup === 'old' && (
        <Warning title="The last backup is old" to="/admin/backups" action="Back up now">
          It was taken more than two days ago.
        </Warning>
      )}
    </>
  )
}

/** The same on every screen, by the same figure. */
export function SimulatedWarning({ to }: { to?: string }) {
  if (useFigures()?.payment !== 'simulated') return null
  return (
    <Warning title="Payments are simulated" to={to} action="Payment settings">
      The Clover simulator stands in for the provider: no real money is taken.
    </Warning>
  )
}

/** While the shop has no address of its own, Clover could not report a payment to it. */
export function LocalWebhookNote() {
  return (
    <Warning
      title="Clover cannot reach this shop yet"
      to="/admin/shop-address"
      action="Set the address"
    >
      Its address is that of this machine alone. Set the address of your shop first: the webhook
      address follows it.
    </Warning>
  )
}

type WarningProps = { title: string; to?: string; action?: string; children: ReactNode }

export function Warning({ title, to, action, children }: WarningProps) {
  return (
    <section
      aria-label={title}
      className="mb-3 flex gap-3.5 rounded-card border border-honey/25 bg-honey-tint px-4 py-3 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-px size-4.5 shrink-0 text-honey" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-60">
          <strong className="font-semibold">{title}.</strong> {children}
        </p>
        {to && (
          <Link
            to={to}
            className="font-medium underline decoration-honey/40 underline-offset-4 hover:decoration-ink"
          >
            {action}
          </Link>
        )}
      </div>
    </section>
  )
}
