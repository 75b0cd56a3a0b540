import * as z from 'zod'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { adminProcedure, publicProcedure } from './policy.ts'

const BOTH_NEEDED = 'Please provide both Private Token and Merchant ID'

/** It travels in a header, so it has neither spaces nor letters beyond ASCII. */
const PrivateToken = z
  .string()
  .trim()
  .min(1, BOTH_NEEDED)
  .max(500, 'This is too long for a token')
  .regex(/^[\x21-\x7e]*$/, 'A token has no spaces and no special letters')

const MerchantId = z
  .string()
  .trim()
  .min(1, BOTH_NEEDED)
  .max(64, 'This is too long for a merchant ID')
  .regex(/^[A-Za-z0-9_-]*$/, 'A merchant ID has letters and digits only')

const WebhookSecret = z
  .string()
  .trim()
  .min(1, 'Signing secret is required')
  .max(500, 'This is too long for a secret')

/** The currency of the account, where it is not the shop's: then nothing can be paid with it. */
const OtherCurrency = z.string().optional()

const Merchant = z.object({
  id: z.string(),
  name: z.string(),
  address: z
    .object({
      address1: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
    })
    .nullable(),
  other_currency: OtherCurrency,
})
export type Merchant = z.infer<typeof Merchant>

export const cloverFunctions = {
  get_clover_merchants: adminProcedure('payment_credentials')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/functions/get-clover-merchants',
      summary: 'The merchants that a private token belongs to',
    })
    .input(z.object({ privateToken: PrivateToken }))
    .errors(refusals('MERCHANTS_NOT_LOADED', 'CLOVER_TOKEN_REFUSED'))
    .output(z.object({ merchants: z.array(Merchant) })),
}

/** What an admin enters. The token goes in and never comes out again. */
export const CloverCredentials = z.strictObject({
  private_token: PrivateToken,
  merchant_id: MerchantId,
})
export type CloverCredentials = z.infer<typeof CloverCredentials>

const CloverSettings = z.object({
  /** The account that takes the money now. */
  active: z
    .object({
      merchant_id: z.string(),
      merchant_name: z.string().nullable(),
      /** `environment`: the variables of the server win over what is saved here. */
      source: z.enum(['saved', 'environment', 'simulator']),
      has_webhook_secret: z.boolean(),
      other_currency: OtherCurrency,
    })
    .nullable(),
  /** Every account ever saved; payments that began on an earlier one still settle. */
  saved: z.array(
    z.object({
      merchant_id: z.string(),
      merchant_name: z.string(),
      is_active: z.boolean(),
      /** False when its token cannot be decrypted: it has to be entered again. */
      is_readable: z.boolean(),
      has_webhook_secret: z.boolean(),
      updated_at: Time,
    }),
  ),
  /** Where Clover sends its webhook events. */
  webhook_url: z.string(),
})
export type CloverSettings = z.infer<typeof CloverSettings>

const connectionErrors = refusals('INVALID_CLOVER_CREDENTIALS', 'CLOVER_NOT_ANSWERING')

export const clover_settings = {
  status: publicProcedure
    .meta({ loaded: 'later' })
    .route({ method: 'GET', path: '/clover_settings', summary: 'Can this shop take payments?' })
    .output(z.object({ configured: z.boolean() })),
  unreadable: adminProcedure('payment_credentials')
    .route({
      method: 'GET',
      path: '/clover_settings/unreadable',
      summary: 'Merchant accounts whose stored credentials cannot be decrypted; they are not used',
    })
    .output(
      z.array(
        z.object({ merchant_id: z.string(), merchant_name: z.string(), is_active: z.boolean() }),
      ),
    ),
  get: adminProcedure('payment_credentials')
    .route({
      method: 'GET',
      path: '/clover_settings/all',
      summary: 'Which merchant account is in use, and which are stored; no secret is in it',
    })
    .output(CloverSettings),
  save: adminProcedure('payment_credentials')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'PUT',
      path: '/clover_settings',
      summary: 'Validate credentials with Clover and make their merchant the active one',
    })
    .input(CloverCredentials)
    .errors(connectionErrors)
    .output(CloverSettings),
  set_webhook_secret: adminProcedure('payment_credentials')
    .route({
      method: 'PUT',
      path: '/clover_settings/{merchant_id}/webhook_secret',
      summary: 'The secret that Clover signs its webhook events with',
    })
    .input(z.object({ merchant_id: MerchantId, webhook_secret: WebhookSecret }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(CloverSettings),
  test: adminProcedure('payment_credentials')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/clover_settings/test',
      summary: 'Ask Clover whether the credentials in use work',
    })
    .errors({ ...connectionErrors, ...refusals('NOT_CONFIGURED') })
    .output(Merchant),
}
