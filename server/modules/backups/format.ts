import * as z from 'zod'
import { BackupHolds } from '#contract/restores.ts'

/**
 * A backup is a gzipped tar archive: the manifest, `database/TABLE` in PostgreSQL's COPY format, `jobs`, and
 * `files/NAME`. The order counts: it is read in one pass.
 */
export const MANIFEST = 'manifest.json'
export const JOBS = 'jobs'
export const tableEntry = (name: string) => `database/${name}`
export const fileEntry = (name: string) => `files/${name}`

const FORMAT = 1

export const Manifest = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime(),
  /** How many migrations the database had. */
  migrations: z.int().min(1),
  /** Settings such as tokens are stored encrypted; without the key they are lost. */
  encryption_key: z.string(),
  /** Counted since restores are on the screen. */
  holds: BackupHolds.optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  queues: z.array(
    z.object({
      name: z.string(),
      policy: z.enum(['standard', 'short', 'singleton', 'stately']),
      retry_limit: z.int().nullable(),
      retry_delay: z.int().nullable(),
      retry_backoff: z.boolean().nullable(),
      expire_seconds: z.int().nullable(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

export const newManifest = (manifest: Omit<Manifest, 'format'>): Manifest => ({
  format: FORMAT,
  ...manifest,
})

/** What of a waiting job is restored; one that ran when the backup was taken runs again. */
export const JOB_COLUMNS =
  'id, name, priority, data, retry_limit, retry_count, retry_delay, retry_backoff, start_after, singleton_key, singleton_on, expire_in, created_on, keep_until, policy'

/** Works on any version: before uploads had a state, every file was stored. */
export const STORED_FILES =
  "media_files as file where coalesce(to_jsonb(file) ->> 'state', 'stored') = 'stored'"

/** A backup names all tables of the shop; these are what its owner thinks of. */
export const COUNTED = {
  products: 'products',
  orders: 'orders',
  customers: 'customers',
  files: STORED_FILES,
} as const

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: string[]) => columns.map(quoted).join(', ')
