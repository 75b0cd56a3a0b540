import type { LeftOutReason } from '#contract/audience.ts'
import type { CAMPAIGN_TEMPLATES, CampaignStatus, RecipientStatus } from '#contract/campaigns.ts'

type Tone = 'green' | 'yellow' | 'blue' | 'red' | 'blush'

export const STATUSES: Record<CampaignStatus, { label: string; tone: Tone }> = {
  scheduled: { label: 'Scheduled', tone: 'blue' },
  late: { label: 'Waits for you', tone: 'red' },
  sending: { label: 'Sending', tone: 'yellow' },
  paused: { label: 'Paused', tone: 'blush' },
  stopped: { label: 'Stopped', tone: 'blush' },
  finished: { label: 'Finished', tone: 'green' },
}

export const RECIPIENT_STATES: Record<RecipientStatus, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'yellow' },
  queued: { label: 'On its way', tone: 'yellow' },
  sent: { label: 'Sent', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  left_out: { label: 'Left out', tone: 'blush' },
}

const REASONS: Record<LeftOutReason, string> = {
  'no-consent': 'no consent to marketing mail',
  unsubscribed: 'unsubscribed',
  bounced: 'address does not exist any more',
  blocked: 'on the suppression list',
  declined: 'switched news off',
  'not-an-address': 'not a mail address',
  stopped: 'stopped before',
}

/** What a mail server said has no name of ours and stays as it is. */
export const reasonName = (reason: string) =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as LeftOutReason] : reason

export const TEMPLATE_NAMES: Record<(typeof CAMPAIGN_TEMPLATES)[number], string> = {
  promotional: 'Letter',
  'sale-alert': 'Sale',
  'new-product': 'New product',
}

const number = new Intl.NumberFormat('en-US')

export const people = (count: number) =>
  `${number.format(count)} ${count === 1 ? 'recipient' : 'recipients'}`

export const formatCount = (count: number) => number.format(count)
