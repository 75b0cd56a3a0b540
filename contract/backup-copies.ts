import * as z from 'zod'
import { Backup } from './backups.ts'
import { conflicts, Version, wholeNumber } from './editing.ts'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** `shop`: the bucket that also has the shop's files. */
export const COPY_PLACES = ['off', 'shop', 'other'] as const

export const SHORTEST_PASSPHRASE = 12
const MOST_COPIES = 365
const MOST_DAYS = 3650

/** `GET /api/backup-copies/files/NAME`, streamed as it is: encrypted. */
export const COPY_PATH = '/api/backup-copies/files/'

const Text = (longest: number) => z.string().trim().max(longest, 'This is too long')

type Filled = 'bucket' | 'region' | 'access_key_id'
const LABELS: Record<Filled, string> = {
  bucket: 'Bucket',
  region: 'Region',
  access_key_id: 'Access key',
}

export const CopySettingsEdit = z
  .strictObject({
    place: z.enum(COPY_PLACES),
    /** Empty for Amazon. */
    endpoint: Text(300).refine(
      (value) => value === '' || /^https?:\/\/[^\s/]+/.test(value),
      'Enter an address that begins with https://',
    ),
    region: Text(100),
    bucket: Text(200),
    access_key_id: Text(200),
    /** Empty: the stored one. */
    secret_access_key: z.string().max(500, 'This is too long'),
    /** The folder in the bucket; other things in it are left alone. */
    folder: Text(200).regex(/^[\w.-]+(\/[\w.-]+)*$/, 'Letters, digits, dots, dashes and slashes'),
    keep: z
      .int({ error: wholeNumber('Number') })
      .min(1, 'At least one')
      .max(MOST_COPIES, `At most ${MOST_COPIES}`),
    keep_days: z
      .int({ error: wholeNumber('Number of days') })
      .min(1, 'At least one day')
      .max(MOST_DAYS, `At most ${MOST_DAYS}`),
    /** Empty: the stored key, which belongs to an earlier passphrase. */
    passphrase: z
      .string()
      .max(500, 'This is too long')
      .refine(
        (value) => value === '' || value.trim().length >= SHORTEST_PASSPHRASE,
        `At least ${SHORTEST_PASSPHRASE} characters`,
      ),
    passphrase_again: z.string().max(500, 'This is too long'),
  })
  .refine(({ passphrase, passphrase_again }) => passphrase === passphrase_again, {
    path: ['passphrase_again'],
    message: 'This is not the same passphrase',
  })
  .superRefine((edit, issues) => {
    if (edit.place !== 'other') return
    for (const name of Object.keys(LABELS) as Filled[])
      if (edit[name] === '')
        issues.addIssue({ code: 'custom', path: [name], message: `${LABELS[name]} is required` })
  })
export type CopySettingsEdit = z.infer<typeof CopySettingsEdit>

const CopySettings = z.object({
  place: z.enum(COPY_PLACES),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  access_key_id: z.string(),
  folder: z.string(),
  keep: z.int(),
  keep_days: z.int(),
  has_secret: z.boolean(),
  /** Since when the passphrase is in use; null when none was chosen. */
  passphrase_at: Time.nullable(),
  /** The bucket of the shop's files; null when they are on disk. */
  shop_bucket: z.string().nullable(),
  last_copy_at: Time.nullable(),
  last_copy: z.string().nullable(),
  failed_at: Time.nullable(),
  failure: z.string().nullable(),
  version: Version,
})
export type CopySettings = z.infer<typeof CopySettings>

export const backup_copies = {
  get: adminProcedure('backups')
    .route({
      method: 'GET',
      path: '/backup-copies/settings',
      summary: 'Where copies of backups are stored, and the last outcome',
    })
    .output(CopySettings),
  save: adminProcedure('backups')
    .route({
      method: 'PUT',
      path: '/backup-copies/settings',
      summary: 'Change where copies are stored; the bucket is tried first',
    })
    .input(CopySettingsEdit.safeExtend({ version: Version }))
    .errors({
      ...conflicts,
      ...refusals('BUCKET_REFUSED', 'BUCKET_SECRET_NEEDED', 'PASSPHRASE_NEEDED'),
    })
    .output(CopySettings),
  list: adminProcedure('backups')
    .route({ method: 'GET', path: '/backup-copies', summary: 'The copies, newest first' })
    .errors(refusals('BUCKET_REFUSED'))
    .output(z.object({ copies: z.array(Backup) })),
  start: adminProcedure('backups')
    .route({
      method: 'POST',
      path: '/backup-copies',
      summary: 'Copy the newest backup now: queued, and copied by a job',
    })
    .output(z.object({ queued: z.literal(true) })),
  remove: adminProcedure('backups')
    .route({
      method: 'DELETE',
      path: '/backup-copies/{name}',
      summary: 'Delete a copy; the newest stays',
    })
    .input(z.object({ name: z.string().max(100) }))
    .errors(refusals('BACKUP_NOT_FOUND', 'LAST_BACKUP', 'BUCKET_REFUSED'))
    .output(z.object({ name: z.string() })),
}
