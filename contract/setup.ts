import * as z from 'zod'
import { Done, FullName, NewPassword, OwnEmail } from './accounts.ts'
import { refusals } from './errors.ts'
import { adminProcedure } from './policy.ts'

/** The way from an empty shop or the demo to the first real order, in this order. */
export const SETUP_STEPS = [
  'account',
  'look',
  'hours',
  'banner',
  'policies',
  'claims',
  'product',
  'shipping',
  'address',
  'payment',
  'mail',
  'test_order',
] as const
export type SetupStepName = (typeof SETUP_STEPS)[number]

export const SETUP_PARTS = [
  'own_admin',
  'demo_admin',
  'name',
  'contact',
  'logo',
  'colour',
  'opening_hours',
  'time_zone',
  'banner',
  'privacy-policy',
  'terms-of-service',
  'shipping-policy',
  'returns-policy',
  'claims_answers',
  'claims_consent',
  'claims_privacy',
  'claims_terms',
  'claims_shipping',
  'own_product',
  'shipping_rates',
  'credentials',
  'webhook_secret',
  'webhook_event',
  'mail_server',
  'test_mail',
  'secure_address',
  'address_answers',
  'paid',
  'refunded',
] as const
export type SetupPartName = (typeof SETUP_PARTS)[number]

/** One thing that a step needs, as it is in the shop at this moment. */
const SetupPart = z.object({
  part: z.enum(SETUP_PARTS),
  is_done: z.boolean(),
  /** What was found: a name, an address, a time. */
  found: z.string().nullable(),
  /** The row that it is about, for links. */
  id: z.string().nullable(),
  /** May also be used as it is: confirmed with this value, which stands for what it is now. */
  confirmable: z.string().nullable(),
})
export type SetupPart = z.infer<typeof SetupPart>

const SetupStep = z.object({
  step: z.enum(SETUP_STEPS),
  is_done: z.boolean(),
  parts: z.array(SetupPart),
})
export type SetupStep = z.infer<typeof SetupStep>

const DnsRecord = z.object({ what: z.enum(['SPF', 'DKIM']), name: z.string(), value: z.string() })

const Setup = z.object({
  is_hidden: z.boolean(),
  steps: z.array(SetupStep),
  /** What to copy to Clover, and to the provider of the domain. */
  webhook_url: z.string(),
  /** Clover cannot reach it: the shop has no address of its own yet. */
  is_webhook_local: z.boolean(),
  dns_records: z.array(DnsRecord),
})
export type Setup = z.infer<typeof Setup>

export const OwnAdmin = z.strictObject({
  full_name: FullName,
  email: OwnEmail,
  password: NewPassword,
})

export const setup = {
  get: adminProcedure('ownership')
    .route({
      method: 'GET',
      path: '/setup',
      summary: 'How far the shop is set up, looked up in its real state',
    })
    .output(Setup),
  set_hidden: adminProcedure('ownership')
    .route({
      method: 'PUT',
      path: '/setup/hidden',
      summary: 'Take the set-up guide from the dashboard, or put it back',
    })
    .input(z.strictObject({ is_hidden: z.boolean() }))
    .output(Done),
  confirm: adminProcedure('ownership')
    .route({
      method: 'POST',
      path: '/setup/confirm',
      summary: 'Use something as it is, after reading it',
    })
    .input(z.strictObject({ part: z.enum(SETUP_PARTS), confirmable: z.string().max(100) }))
    .errors(refusals('CHANGED_SINCE_READ'))
    .output(Done),
  create_own_admin: adminProcedure('people')
    .meta({ limit: { calls: 30, per_seconds: 900 } })
    .route({
      method: 'POST',
      path: '/setup/own-admin',
      summary: "The owner's own account, in the place of the demo's",
    })
    .input(OwnAdmin)
    .errors(refusals('ADDRESS_TAKEN', 'WORST_PASSWORD', 'PASSWORD_TOO_SHORT'))
    .output(Done),
  close_demo_admin: adminProcedure('people')
    .route({
      method: 'DELETE',
      path: '/setup/demo-admin',
      summary: "Close the demo's administrator account, whose password is public",
    })
    .errors(refusals('OWN_ADMIN_NEEDED'))
    .output(Done),
}
