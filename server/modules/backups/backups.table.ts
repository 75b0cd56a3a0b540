import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { COPY_PLACES } from '#contract/backup-copies.ts'
import { BACKUP_SOURCES, type BackupHolds, RESTORE_STEPS } from '#contract/restores.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'
import type { SealingKey } from './seal.ts'

/** One row: the owner's choice, and how the last backups went. The backups themselves are files. */
export const backup_settings = pgTable(
  'backup_settings',
  {
    id: text().primaryKey().default('backups'),
    daily: boolean().notNull().default(true),
    /** How many daily ones are stored. */
    keep: integer().notNull().default(7),
    last_backup_at: instant(),
    last_daily_at: instant(),
    failed_at: instant(),
    failure: text(),
    /** Whether the newest one is restored once a week into a scratch database. */
    test_weekly: boolean().notNull().default(false),
    created_at: instant().notNull().default(sql`now()`),
    version: version(),
  },
  (t) => [
    check('backup_settings_one_row', sql`${t.id} = 'backups'`),
    check('backup_settings_keep', sql`${t.keep} between 1 and 90`),
  ],
)

/** One row: where encrypted copies of backups go, and how the last one went. */
export const backup_copies = pgTable(
  'backup_copies',
  {
    id: text().primaryKey().default('copies'),
    place: text({ enum: COPY_PLACES }).notNull().default('off'),
    endpoint: text().notNull().default(''),
    region: text().notNull().default(''),
    bucket: text().notNull().default(''),
    access_key_id: text().notNull().default(''),
    /** Encrypted. */
    secret_access_key: text(),
    folder: text().notNull().default('backups'),
    keep: integer().notNull().default(30),
    keep_days: integer().notNull().default(90),
    /** A public key, and the private one encrypted with the passphrase. */
    sealing_key: jsonb().$type<SealingKey>(),
    passphrase_at: instant(),
    last_copy: text(),
    last_copy_at: instant(),
    /** Opens the newest copy alone, for the restore test. Encrypted. */
    last_copy_key: text(),
    failed_at: instant(),
    failure: text(),
    version: version(),
  },
  (t) => [
    check('backup_copies_one_row', sql`${t.id} = 'copies'`),
    check('backup_copies_place', sql`${t.place} in (${sql.raw(oneOf(COPY_PLACES))})`),
  ],
)

/** Restores of the shop, and restore tests. One that is `running` without the lock was interrupted. */
export const restores = pgTable(
  'restores',
  {
    id: id(),
    kind: text({ enum: ['test', 'shop'] }).notNull(),
    source: text({ enum: BACKUP_SOURCES }).notNull(),
    backup: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    step: text({ enum: RESTORE_STEPS }).notNull().default('checking'),
    started_at: instant().notNull().default(sql`now()`),
    finished_at: instant(),
    failure: text(),
    findings: jsonb().$type<string[]>().notNull().default([]),
    holds: jsonb().$type<BackupHolds>(),
  },
  (t) => [index('restores_started_at').on(t.started_at.desc())],
)

/** What the team has to know of; a row goes when it is no longer so. The rows cause notifications. */
export const backup_problems = pgTable('backup_problems', {
  id: text({ enum: ['missing', 'copy-failed', 'copy-missing', 'test-failed'] }).primaryKey(),
  text: text().notNull(),
  seen_at: instant().notNull().default(sql`now()`),
})
