import * as z from 'zod'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { MOST_IMPORT_PROBLEMS } from './moving-in.ts'
import { adminProcedure } from './policy.ts'

/** Where somebody from the list of another shop lives, as far as it says so. */
export const ContactAddress = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type ContactAddress = z.infer<typeof ContactAddress>

/** What is stored about somebody from such a list. */
export const Contact = z.object({
  address: ContactAddress.nullable(),
  source: z.string(),
  created_at: Time,
})

export const LONGEST_CUSTOMERS_CSV = 8_000_000
export const MOST_CUSTOMERS = 10_000

export const CustomerImport = z.strictObject({
  csv: z.string().max(LONGEST_CUSTOMERS_CSV),
  dry_run: z.boolean(),
  /** Part of the proof of each consent. */
  source: z
    .string()
    .trim()
    .min(1, 'Please say where the list comes from')
    .max(200, 'Please say it in fewer words'),
  leave_out_broken: z.boolean().optional(),
})
export type CustomerImport = z.infer<typeof CustomerImport>

/**
 * What becomes of the consent in a row. `recorded`: it counts from now on. `known`: the address had agreed here before.
 * `refused`: it unsubscribed or withdrew here, and that stays. `none`: the list states none.
 */
export const CONSENT_OUTCOMES = ['recorded', 'known', 'refused', 'none'] as const

const ImportedCustomer = z.object({
  line: z.int(),
  email: z.string(),
  full_name: z.string(),
  /** `account`: has an account here, which stays as it is. */
  outcome: z.enum(['new', 'changed', 'unchanged', 'account']),
  consent: z.enum(CONSENT_OUTCOMES),
})
export type ImportedCustomer = z.infer<typeof ImportedCustomer>

export const CustomerImportResult = z.object({
  /** False after a dry run, and whenever there are problems that are not left out. */
  applied: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  accounts: z.int(),
  consents: z.record(z.enum(CONSENT_OUTCOMES), z.int()),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(MOST_IMPORT_PROBLEMS),
  /** The first of them, as a preview. */
  rows: z.array(ImportedCustomer),
  /** Columns that are not imported. */
  left_out: z.array(z.string()),
})
export type CustomerImportResult = z.infer<typeof CustomerImportResult>

/** People from the list of another shop; part of `customers`. */
export const customerImport = {
  import: adminProcedure('customers')
    // As JSON, where a quote or a line break is two characters.
    .meta({ largest_body: 2 * LONGEST_CUSTOMERS_CSV })
    .route({
      method: 'POST',
      path: '/customers/import',
      summary:
        'People from CSV with their consent as stated there; no account is made, no mail sent',
    })
    .input(CustomerImport)
    .output(CustomerImportResult),
  remove_contact: adminProcedure('customers')
    .route({
      method: 'DELETE',
      path: '/contacts/{email}',
      summary: 'Delete what was imported about an address, its imported consent included',
    })
    .input(z.object({ email: z.string().max(254) }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ email: z.string() })),
}
