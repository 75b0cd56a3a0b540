import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, WholeNumber } from './fields.ts'
import { adminProcedure } from './policy.ts'

export const TEMPLATE_CATEGORIES = [
  'transactional',
  'marketing',
  'post-purchase',
  'service',
] as const

/** What the owner may change of a mail: `{{name}}` stands for a value of it. */
export const MailTexts = z.object({
  subject: z.string().trim().min(1, 'Subject is required').max(200),
  /** The grey line that inboxes show after the subject. */
  preheader: z.string().trim().max(200),
  title: z.string().trim().min(1, 'Title is required').max(150),
  intro: z.string().trim().max(1000),
  button: z.string().trim().min(1, 'Button is required').max(60),
})
export type MailTexts = z.infer<typeof MailTexts>

const MailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  /** The data that the mail needs. */
  variables: z.array(z.string()),
  /** What its texts may name. */
  text_variables: z.array(z.string()),
  button_link: z.string(),
  /** False when its texts name a value that the mail does not have. */
  is_ready: z.boolean(),
  texts: MailTexts,
  /** Whether the owner changed the texts. */
  is_changed: z.boolean(),
  /** 0 while the texts are the original ones. */
  version: WholeNumber,
})
export type MailTemplate = z.infer<typeof MailTemplate>

const OneTemplate = z.object({ id: z.string().max(100) })

export const mail_templates = {
  list: adminProcedure('mail_texts')
    .route({ method: 'GET', path: '/mail_templates', summary: 'Every mail that the shop sends' })
    .output(z.array(MailTemplate)),
  preview: adminProcedure('mail_texts')
    .route({
      method: 'POST',
      path: '/mail_templates/{id}/preview',
      summary: 'A mail with sample data, in its own texts or in those given',
    })
    .input(OneTemplate.extend({ texts: MailTexts.optional() }))
    .errors(refusals('UNKNOWN_VARIABLE'))
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  save: adminProcedure('mail_texts')
    .route({ method: 'PUT', path: '/mail_templates/{id}', summary: 'Change the texts of a mail' })
    .input(MailTexts.extend({ ...OneTemplate.shape, version: WholeNumber }))
    .errors(refusals('ROW_NOT_FOUND', 'CHANGED_MEANWHILE', 'UNKNOWN_VARIABLE'))
    .output(MailTemplate),
  reset: adminProcedure('mail_texts')
    .route({
      method: 'DELETE',
      path: '/mail_templates/{id}',
      summary: 'Go back to the original texts of a mail',
    })
    .input(OneTemplate)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(MailTemplate),
}

/** Test mails go to any address with any text, so each admin gets few, from whatever network. */
const testMails = {
  limit: { calls: 30, per_seconds: 60, by: 'account', shared: 'test-mails' },
} as const

/** Test mails leave at once, so that a failure can be shown. */
export const mailFunctions = {
  send_test_email: adminProcedure('mail_texts')
    .meta(testMails)
    .route({
      method: 'POST',
      path: '/functions/send-test-email',
      summary: 'Send a mail to a test address',
    })
    .input(
      z.object({
        to: Email,
        subject: z.string().trim().min(1).max(200),
        html: z.string().min(1).max(200_000),
        text: z.string().max(100_000).optional(),
      }),
    )
    .errors(refusals('NO_MAIL_SERVER', 'MAIL_NOT_SENT'))
    .output(z.object({ success: z.literal(true) })),
}

const Host = z
  .string()
  .trim()
  .min(1, 'Server is required')
  .max(253)
  .regex(/^[A-Za-z0-9.:_-]*$/, 'This is not a server name')

/** `Petal & Dew <hello@example.com>`, or the address alone. */
const Sender = z
  .string()
  .trim()
  .max(320)
  .refine(
    (text) => text === '' || Email.safeParse(/<([^<>]*)>$/.exec(text)?.[1] ?? text).success,
    'Enter an address, or a name and <address>',
  )

const DomainName = z
  .string()
  .trim()
  .max(253)
  .regex(/^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)?$/, 'This is not a domain')

const Selector = z
  .string()
  .trim()
  .max(63)
  .regex(/^[A-Za-z0-9-]*$/, 'A selector has letters, digits and hyphens')

/** Secrets are write-only: empty means the stored one. */
export const MailServerEdit = z.object({
  host: Host,
  port: z.int('Port is required').min(1).max(65_535),
  user: z.string().trim().max(320),
  password: z.string().max(1000),
  sender: Sender,
  dkim_domain: DomainName,
  dkim_selector: Selector,
  dkim_key: z.string().trim().max(10_000),
})
export type MailServerEdit = z.infer<typeof MailServerEdit>

export const RETENTION_DAYS = [30, 90, 365, 1095] as const

const MailSettings = z.object({
  /** `environment`: the server's variables win over what is saved. */
  source: z.enum(['environment', 'saved']).nullable(),
  /** What mails leave through now. */
  in_use: z.object({ host: z.string(), port: z.int(), user: z.string() }).nullable(),
  /** The sender of every mail, and whether a variable of the server sets it. */
  sender: z.object({ text: z.string(), is_environment: z.boolean() }),
  /** Empty where nothing is saved. */
  saved: z.object({
    host: z.string(),
    port: z.int(),
    user: z.string(),
    sender: z.string(),
    dkim_domain: z.string(),
    dkim_selector: z.string(),
    has_password: z.boolean(),
    has_dkim_key: z.boolean(),
    /** False when a stored secret cannot be decrypted: it has to be entered again. */
    is_readable: z.boolean(),
  }),
  /** The DNS record that publishes the stored DKIM key. */
  dkim_record: z.object({ name: z.string(), value: z.string() }).nullable(),
  retention_days: z.int(),
  version: WholeNumber,
})
export type MailSettings = z.infer<typeof MailSettings>

const serverErrors = refusals('MAIL_SERVER_REFUSED', 'SECRET_NEEDED', 'DKIM_KEY_UNUSABLE')

export const mail_settings = {
  get: adminProcedure('mail')
    .route({
      method: 'GET',
      path: '/mail_settings',
      summary: 'Which mail server is in use and what is saved; no secret is in it',
    })
    .output(MailSettings),
  save: adminProcedure('mail')
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'PUT',
      path: '/mail_settings',
      summary: 'Connect to a mail server, and store it when it answers',
    })
    .input(MailServerEdit.extend({ version: WholeNumber }))
    .errors({ ...serverErrors, ...refusals('CHANGED_MEANWHILE') })
    .output(MailSettings),
  test: adminProcedure('mail')
    .meta(testMails)
    .route({
      method: 'POST',
      path: '/mail_settings/test',
      summary: 'Send a mail through a server that is not saved yet',
    })
    .input(z.object({ server: MailServerEdit, to: Email }))
    .errors(serverErrors)
    .output(z.object({ success: z.literal(true) })),
  forget: adminProcedure('mail')
    .route({
      method: 'DELETE',
      path: '/mail_settings',
      summary: 'Remove the saved server and its secrets',
    })
    .output(MailSettings),
  set_retention: adminProcedure('mail')
    .route({
      method: 'PUT',
      path: '/mail_settings/retention',
      summary: 'For how many days the delivery log stores a mail',
    })
    .input(z.object({ days: z.literal(RETENTION_DAYS) }))
    .output(MailSettings),
}
