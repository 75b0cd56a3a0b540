import * as z from 'zod'
import { Audience, AudiencePage, AudienceQuery, RECIPIENT_TYPES, ReasonCount } from './audience.ts'
import { refusals } from './errors.ts'
import { Email, Id, Link, Money, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** `late`: it was due more than an hour ago, when the shop did not run; the owner decides. */
export const CAMPAIGN_STATUSES = [
  'scheduled',
  'late',
  'sending',
  'paused',
  'stopped',
  'finished',
] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** `queued`: handed to the mail queue. The last three are final. */
export const RECIPIENT_STATUSES = ['waiting', 'queued', 'sent', 'failed', 'left_out'] as const
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number]

export const CAMPAIGN_TEMPLATES = ['promotional', 'sale-alert', 'new-product'] as const

export const MOST_PER_MINUTE = 6000
export const DEFAULT_PER_MINUTE = 100
/** Beyond this, recipients are chosen by filter. */
export const MOST_ADDRESSES = 10_000
export const MOST_EXCLUDED = 2000

/** `{{name}}` in subject and body is the recipient's; a part in square brackets is left out when there is none. */
export const CampaignMail = z.object({
  subject: z.string().trim().min(1, 'Subject is required').max(200, 'Subject is too long'),
  body: z.string().trim().min(1, 'Message is required').max(10_000, 'Message is too long'),
  template: z.enum(CAMPAIGN_TEMPLATES).default('promotional'),
  button: z.string().trim().max(60).default(''),
  link: z.union([z.literal(''), Link]).default(''),
  coupon_code: z.string().trim().toUpperCase().max(50).nullish(),
  product_id: Id.nullish(),
})
export type CampaignMail = z.infer<typeof CampaignMail>

export const SendMarketingEmail = CampaignMail.extend({
  recipients: z.array(Email).min(1, 'Choose at least one recipient').max(MOST_ADDRESSES).optional(),
  audience: Audience.extend({ excluded: z.array(Email).max(MOST_EXCLUDED).default([]) }).optional(),
  /** Now, unless given. */
  send_at: Time.optional(),
}).refine(({ recipients, audience }) => (recipients === undefined) !== (audience === undefined), {
  path: ['recipients'],
  message: 'Either recipients or an audience is needed',
})
export type SendMarketingEmail = z.infer<typeof SendMarketingEmail>

const Counts = z.object({
  /** All recipients, those left out included. */
  total: z.int(),
  waiting: z.int(),
  /** Handed to the mail queue, some of them to be tried again. */
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  left_out: z.int(),
})
export type CampaignCounts = z.infer<typeof Counts>

export const Campaign = z.object({
  id: Id,
  template: z.enum(CAMPAIGN_TEMPLATES),
  subject: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  note: z.string().nullable(),
  send_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  created_at: Time,
  counts: Counts,
})
export type Campaign = z.infer<typeof Campaign>

/** Orders count when they are paid, and were placed at most 7 days after the last mail. */
export const RESULT_DAYS = 7

export const CampaignDetails = Campaign.extend({
  body: z.string(),
  button: z.string(),
  link: z.string(),
  coupon_code: z.string().nullable(),
  product_id: Id.nullable(),
  audience: Audience.nullable(),
  left_out: z.array(ReasonCount),
  unsubscribed: z.int(),
  /** Paid orders that used the campaign's coupon or came through its link. */
  orders: z.int(),
  revenue: Money,
})
export type CampaignDetails = z.infer<typeof CampaignDetails>

export const CampaignQuery = listQuery(['created_at'], {
  status: z.enum(CAMPAIGN_STATUSES).optional(),
})
export type CampaignQuery = z.infer<typeof CampaignQuery>

const CampaignRecipient = z.object({
  id: Id,
  email: z.string().nullable(),
  name: z.string(),
  type: z.enum(RECIPIENT_TYPES),
  status: z.enum(RECIPIENT_STATUSES),
  reason: z.string().nullable(),
  changed_at: Time,
  unsubscribed_at: Time.nullable(),
})
export type CampaignRecipient = z.infer<typeof CampaignRecipient>

export const RecipientQuery = listQuery(['email'], {
  status: z.enum(RECIPIENT_STATUSES).optional(),
})
export type RecipientQuery = z.infer<typeof RecipientQuery>

const OneCampaign = z.object({ id: Id })
const acting = refusals('CAMPAIGN_NOT_FOUND', 'CAMPAIGN_STATE')
const composing = refusals(
  'UNKNOWN_VARIABLE',
  'COUPON_NOT_VALID',
  'COUPON_USED_UP',
  'COUPON_NEEDED',
  'PRODUCT_NEEDED',
)

const SendingRate = z.object({
  /** The mail server that it is for; null while there is none. */
  server: z.string().nullable(),
  per_minute: z.int(),
})
export type SendingRate = z.infer<typeof SendingRate>

export const SendingRateEdit = z.object({
  per_minute: z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(MOST_PER_MINUTE, `At most ${MOST_PER_MINUTE}`),
})

export const campaigns = {
  list: adminProcedure('marketing')
    .route({ method: 'GET', path: '/campaigns', summary: 'Marketing campaigns, newest first' })
    .input(CampaignQuery)
    .output(paged(Campaign)),
  audience: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/campaigns/audience',
      summary:
        'Who matches the filters, how many of them may get marketing mail, and why not the others',
    })
    .input(AudienceQuery)
    .output(AudiencePage),
  preview: adminProcedure('marketing')
    .route({
      method: 'POST',
      path: '/campaigns/preview',
      summary: 'The mail of a campaign as its recipients would see it',
    })
    .input(CampaignMail.extend({ name: z.string().max(200).optional() }))
    .errors(composing)
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  rate: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/campaigns/rate',
      summary: 'How many marketing mails a minute the mail server gets',
    })
    .output(SendingRate),
  set_rate: adminProcedure('marketing')
    .route({
      method: 'PUT',
      path: '/campaigns/rate',
      summary: 'Change how many marketing mails a minute the mail server gets, also while it sends',
    })
    .input(SendingRateEdit)
    .errors(refusals('NO_MAIL_SERVER'))
    .output(SendingRate),
  get: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/campaigns/{id}',
      summary: 'One campaign with its progress and results',
    })
    .input(OneCampaign)
    .errors(refusals('CAMPAIGN_NOT_FOUND'))
    .output(CampaignDetails),
  recipients: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/campaigns/{id}/recipients',
      summary: 'Whom a campaign is for, and how far each mail has come',
    })
    .input(RecipientQuery.extend(OneCampaign.shape))
    .output(paged(CampaignRecipient)),
  pause: adminProcedure('marketing')
    .route({ method: 'POST', path: '/campaigns/{id}/pause', summary: 'Pause a campaign' })
    .input(OneCampaign)
    .errors(acting)
    .output(Campaign),
  resume: adminProcedure('marketing')
    .route({
      method: 'POST',
      path: '/campaigns/{id}/resume',
      summary: 'Go on with a paused campaign, or send a scheduled or late one now',
    })
    .input(OneCampaign)
    .errors({ ...acting, ...refusals('NO_MAIL_SERVER') })
    .output(Campaign),
  schedule: adminProcedure('marketing')
    .route({
      method: 'POST',
      path: '/campaigns/{id}/schedule',
      summary: 'Another time for a campaign that has not started',
    })
    .input(OneCampaign.extend({ send_at: Time }))
    .errors({ ...acting, ...refusals('TIME_IS_PAST') })
    .output(Campaign),
  stop: adminProcedure('marketing')
    .route({
      method: 'POST',
      path: '/campaigns/{id}/stop',
      summary: 'Stop a campaign for good: who has got no mail yet gets none',
    })
    .input(OneCampaign)
    .errors(acting)
    .output(Campaign),
}

export const marketingFunctions = {
  send_marketing_email: adminProcedure('marketing')
    .meta({ limit: { calls: 30, per_seconds: 60 }, largest_body: 1024 * 1024 })
    .route({
      method: 'POST',
      path: '/functions/send-marketing-email',
      summary: 'Send a mail to recipients, or to all who match filters, now or later',
    })
    .input(SendMarketingEmail)
    .errors({
      ...composing,
      ...refusals('NO_MAIL_SERVER', 'NO_RECIPIENTS', 'TIME_IS_PAST'),
    })
    .output(
      z.object({
        success: z.literal(true),
        campaign_id: Id,
        /** How many will get it, and how many will not. */
        recipients: z.int(),
        left_out: z.int(),
      }),
    ),
}
