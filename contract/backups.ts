import * as z from 'zod'
import { conflicts, Version, wholeNumber } from './editing.ts'
import { refusals } from './errors.ts'
import { Time } from './fields.ts'
import { adminProcedure } from './policy.ts'

/** `manual`: asked for by an admin. The others are made before a step that can not be undone otherwise. */
export const BACKUP_KINDS = ['daily', 'manual', 'make-it-mine', 'upgrade', 'restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export const Backup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  created_at: Time,
  bytes: z.int(),
})
export type Backup = z.infer<typeof Backup>

/** `GET /api/backups/NAME`, streamed. No procedure: nothing of it is held in memory. */
export const BACKUP_PATH = '/api/backups/'

export const MOST_BACKUPS = 90

export const BackupSettings = z.strictObject({
  daily: z.boolean(),
  /** How many daily ones are stored. */
  keep: z
    .int({ error: wholeNumber('Number') })
    .min(1, 'At least one')
    .max(MOST_BACKUPS, `At most ${MOST_BACKUPS}`),
  /** Whether the newest one is restored once a week into a scratch database. */
  test_weekly: z.boolean(),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** `old`: the last one is older than two days. `off`: the owner looks after backups. */
export const BACKUP_STATES = ['ready', 'old', 'failed', 'off'] as const

const BackupOverview = z.object({
  state: z.enum(BACKUP_STATES),
  settings: BackupSettings,
  version: Version,
  /** In this machine's folder, newest first. */
  backups: z.array(Backup),
  folder: z.string(),
  /** What the one that is being written has so far; null when none is. */
  running_bytes: z.int().nullable(),
  last_backup_at: Time.nullable(),
  failed_at: Time.nullable(),
  failure: z.string().nullable(),
  free_bytes: z.number().nullable(),
})
export type BackupOverview = z.infer<typeof BackupOverview>

export const backups = {
  get: adminProcedure('backups')
    .route({
      method: 'GET',
      path: '/backups',
      summary: 'Backups, their settings and the last outcome',
    })
    .output(BackupOverview),
  start: adminProcedure('backups')
    .route({
      method: 'POST',
      path: '/backups',
      summary: 'Back up now: queued, and written by a job',
    })
    .output(z.object({ queued: z.literal(true) })),
  save: adminProcedure('backups')
    .route({ method: 'PUT', path: '/backups/settings', summary: 'Change the daily backup' })
    .input(BackupSettings.extend({ version: Version }))
    .errors(conflicts)
    .output(BackupSettings.extend({ version: Version })),
  remove: adminProcedure('backups')
    .route({
      method: 'DELETE',
      path: '/backups/{name}',
      summary: 'Delete a backup; the newest stays',
    })
    .input(z.object({ name: z.string().max(100) }))
    .errors(refusals('BACKUP_NOT_FOUND', 'LAST_BACKUP'))
    .output(z.object({ name: z.string() })),
}
