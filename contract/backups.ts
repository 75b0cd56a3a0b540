import * as z from 'zod'
import { Time } from './fields.ts'

/** `manual`: asked for by an admin. The last two are made before a step that can not be undone otherwise. */
export const BACKUP_KINDS = ['daily', 'manual', 'make-it-mine', 'upgrade'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export const Backup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  created_at: Time,
  bytes: z.int(),
})
export type Backup = z.infer<typeof Backup>
