import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, MailQuestionMark } from 'lucide-react'
import { useEffect } from 'react'
import { type CampaignDetails, RESULT_DAYS } from '#contract/campaigns.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { CampaignActions, ProgressBar } from './CampaignActions.tsx'
import { CampaignRecipients } from './CampaignRecipients.tsx'
import { formatCount, people, reasonName, STATUSES } from './names.ts'
import { SendingRateForm } from './SendingRateForm.tsx'

/** Progress and results of one campaign; what the change feed announces appears by itself. */
export function CampaignPage({ id }: { id: string }) {
  const campaign = useQuery(api.campaigns.get.queryOptions({ input: { id } }))
  useSentToast(campaign.data)
  if (campaign.data) return <Details campaign={campaign.data} />
  const missing = (
    <EmptyState
      icon={<MailQuestionMark aria-hidden="true" strokeWidth={1.5} />}
      title="There is no such campaign"
      action={
        <Link to="/admin/marketing" search={{ tab: 'campaigns' }} className={buttonStyle()}>
          All campaigns
        </Link>
      }
    />
  )
  return (
    <AdminPage help="campaign" title="Campaign">
      <WhenLoaded query={campaign} failure="Failed to load the campaign" missing={missing} />
    </AdminPage>
  )
}

/** Campaigns that were sent from this tab: it says when they are done. */
const watched = new Set<string>()
export const announceWhenSent = (id: string) => void watched.add(id)

function useSentToast(campaign: CampaignDetails | undefined) {
  useEffect(() => {
    if (campaign?.status !== 'finished' || !watched.delete(campaign.id)) return
    const { sent, failed } = campaign.counts
    if (sent === 0) toast.error('Error sending emails', `${people(failed)} could not be reached`)
    else toast.success('Emails sent successfully', `To ${people(sent)}`)
  }, [campaign])
}

function Details({ campaign }: { campaign: CampaignDetails }) {
  const { id, subject, status, send_at, started_at } = campaign
  return (
    <AdminPage
      help="campaign"
      title={subject}
      text={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          {started_at ? 'Started' : 'Planned for'}{' '}
          <LocalTime iso={started_at ?? send_at} withTime />
          <Link
            to="/admin/marketing"
            search={{ tab: 'campaigns' }}
            className="underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            All campaigns
          </Link>
        </span>
      }
      actions={
        <>
          <Link
            to="/admin/marketing"
            search={{ from: id }}
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            <Copy aria-hidden="true" className="size-4" />
            Use again
          </Link>
          <CampaignActions campaign={campaign} />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Word campaign={campaign} />
        <div className="grid gap-6 lg:grid-cols-2">
          <ProgressCard campaign={campaign} />
          <Results campaign={campaign} />
        </div>
        <CampaignRecipients id={id} />
        <details>
          <summary className="py-2 font-medium text-sm">Changes</summary>
          <ChangeHistory type="campaigns" id={id} />
        </details>
      </div>
    </AdminPage>
  )
}

/** Why it does not go on by itself. */
function Word({ campaign: { status, note, send_at } }: { campaign: CampaignDetails }) {
  if (status !== 'late' && !note) return null
  return (
    <p role="status" className="rounded-card bg-honey-tint px-5 py-4">
      {status === 'late' ? (
        <>
          This campaign was due <LocalTime iso={send_at} withTime />, but the shop was not running
          then. Send it now, choose another time, or stop it.
        </>
      ) : (
        note
      )}
    </p>
  )
}

function ProgressCard({ campaign }: { campaign: CampaignDetails }) {
  const { counts, left_out, status } = campaign
  const isOpen = status !== 'finished' && status !== 'stopped'
  return (
    <Card title="Progress">
      <div className="grid gap-4">
        <ProgressBar counts={counts} />
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4" aria-live="polite">
          <Figure name="Sent" value={formatCount(counts.sent)} />
          <Figure name="Failed" value={formatCount(counts.failed)} />
          <Figure name="Waiting" value={formatCount(counts.waiting + counts.queued)} />
          <Figure name="Left out" value={formatCount(counts.left_out)} />
        </dl>
        {left_out.length > 0 && (
          <p className="text-quiet text-sm">
            Left out:{' '}
            {left_out
              .map(({ reason, people: count }) => `${formatCount(count)} ${reasonName(reason)}`)
              .join(', ')}
            .
          </p>
        )}
        {isOpen && <SendingRateForm />}
      </div>
    </Card>
  )
}

function Results({ campaign }: { campaign: CampaignDetails }) {
  const formatMoney = useMoney()
  const { counts, unsubscribed, orders, revenue, coupon_code } = campaign
  return (
    <Card
      title="Results"
      text={`Paid orders of ${RESULT_DAYS} days that came through its link${coupon_code ? ` or used ${coupon_code}` : ''}.`}
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure name="Reached" value={formatCount(counts.sent)} />
        <Figure name="Unsubscribed" value={formatCount(unsubscribed)} />
        <Figure name="Orders" value={formatCount(orders)} />
        <Figure name="Revenue" value={formatMoney(revenue)} />
      </dl>
    </Card>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="font-semibold text-xl tabular-nums">{value}</dd>
    </div>
  )
}
