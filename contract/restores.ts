import * as z from 'zod'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** `here`: in the folder of this machine. `copies`: in the bucket, encrypted. */
export const BACKUP_SOURCES = ['here', 'copies'] as const

/** In this order. The shop is closed from `closing` on. */
export const RESTORE_STEPS = [
  'checking',
  'trying',
  'closing',
  'backing-up',
  'files',
  'replacing',
] as const
export type RestoreStep = (typeof RESTORE_STEPS)[number]

/** What is in a backup, for those who choose one. */
export const BackupHolds = z.object({
  products: z.int(),
  orders: z.int(),
  customers: z.int(),
  files: z.int(),
  last_order_at: Time.nullable(),
})
export type BackupHolds = z.infer<typeof BackupHolds>

const BackupChoice = z.object({
  source: z.enum(BACKUP_SOURCES),
  name: z.string().max(100),
  /** Of a copy. */
  passphrase: z.string().max(500),
})
export type BackupChoice = z.infer<typeof BackupChoice>

const InspectedBackup = z.object({
  created_at: Time,
  /** Made by an earlier version: it is brought up to date on the way. */
  is_earlier: z.boolean(),
  /** Null when an earlier version did not count. */
  holds: BackupHolds.nullable(),
})
export type InspectedBackup = z.infer<typeof InspectedBackup>

const Restore = z.object({
  id: z.string(),
  /** `test`: into a scratch database, and nothing else. */
  kind: z.enum(['test', 'shop']),
  source: z.enum(BACKUP_SOURCES),
  backup: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  step: z.enum(RESTORE_STEPS),
  started_at: Time,
  finished_at: Time.nullable(),
  failure: z.string().nullable(),
  /** What the doctor found; empty when everything adds up. */
  findings: z.array(z.string()),
  holds: BackupHolds.nullable(),
})
export type Restore = z.infer<typeof Restore>

const unusable = refusals(
  'BACKUP_NOT_FOUND',
  'WRONG_PASSPHRASE',
  'BACKUP_UNREADABLE',
  'BUCKET_REFUSED',
)

export const restores = {
  list: adminProcedure('backups')
    .route({
      method: 'GET',
      path: '/restores',
      summary: 'The last restores and restore tests, newest first',
    })
    .output(z.object({ restores: z.array(Restore), shop_name: z.string() })),
  inspect: adminProcedure('backups')
    .route({ method: 'POST', path: '/restores/inspect', summary: 'What a backup holds' })
    // Each try of a passphrase takes memory and a second.
    .meta({ limit: { calls: 20, per_seconds: 300, by: 'account', shared: 'passphrase' } })
    .input(BackupChoice)
    .errors(unusable)
    .output(InspectedBackup),
  start: adminProcedure('backups')
    .route({
      method: 'POST',
      path: '/restores',
      summary: 'Restore the shop from a backup, after a backup of today',
    })
    .meta({ limit: { calls: 20, per_seconds: 300, by: 'account', shared: 'passphrase' } })
    .input(BackupChoice.extend({ shop_name: z.string().max(200) }))
    .errors({ ...unusable, ...refusals('NAME_NOT_TYPED', 'RESTORE_RUNNING') })
    .output(z.object({ id: z.string() })),
  test: adminProcedure('backups')
    .route({
      method: 'POST',
      path: '/restores/test',
      summary: 'Test a restore now: queued, and done by a job',
    })
    .output(z.object({ queued: z.literal(true) })),
}
