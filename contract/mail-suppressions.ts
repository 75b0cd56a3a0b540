import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** `bounced`: a mail server refused the address for good. `blocked`: added by an admin. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'blocked'] as const

/** An address that gets no marketing mail. */
export const Suppression = z.object({
  id: Id,
  email: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  note: z.string(),
  created_at: Time,
})
export type Suppression = z.infer<typeof Suppression>

/** `q`: part of an address. */
export const SuppressionQuery = listQuery(['created_at', 'email'], {
  reason: z.enum(SUPPRESSION_REASONS).optional(),
})
export type SuppressionQuery = z.infer<typeof SuppressionQuery>

const MOST_ADDED_AT_ONCE = 500

/** Separated by spaces, commas or lines, as they are pasted from anywhere. */
export const addressesIn = (text: string) => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

export const SuppressionAdd = z.object({
  emails: z
    .string()
    .trim()
    .min(1, 'Please enter an email address')
    .superRefine((text, check) => {
      const emails = addressesIn(text)
      const wrong = emails.find((email) => !Email.safeParse(email).success)
      if (wrong) check.addIssue({ code: 'custom', message: `${wrong} is not an email address` })
      if (emails.length > MOST_ADDED_AT_ONCE) {
        const message = `At most ${MOST_ADDED_AT_ONCE} addresses at once`
        check.addIssue({ code: 'custom', message })
      }
    }),
  note: z.string().trim().max(500),
})
export type SuppressionAdd = z.infer<typeof SuppressionAdd>

export const SuppressionRemove = z.object({
  id: Id,
  because: z.string().trim().min(1, 'Please say why').max(500),
})

export const mail_suppressions = {
  list: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/mail_suppressions',
      summary: 'Addresses that get no marketing mail, newest first',
    })
    .input(SuppressionQuery)
    .output(paged(Suppression)),
  add: adminProcedure('marketing')
    .route({
      method: 'POST',
      path: '/mail_suppressions',
      summary: 'End marketing mail to addresses; those already on the list stay as they are',
    })
    .input(SuppressionAdd)
    .output(z.object({ added: z.int() })),
  remove: adminProcedure('marketing')
    .route({
      method: 'DELETE',
      path: '/mail_suppressions/{id}',
      summary: 'Take an address off the list; this gives no consent',
    })
    .input(SuppressionRemove)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(Suppression),
}
