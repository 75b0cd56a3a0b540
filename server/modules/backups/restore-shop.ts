import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { LIVE_TOPICS } from '#contract/insights.ts'
import type { RestoreStep } from '#contract/restores.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { closeShop } from '#server/platform/serving-lock.ts'
import { checkSessionStreams } from '#server/platform/session-streams.ts'
import { backupsFolder } from './backup-folder.ts'
import { restores } from './backups.table.ts'
import { assertOwnKey, type ChosenBackup, fetchBackup } from './choose-backup.ts'
import { createBackup } from './create-backup.ts'
import type { Manifest } from './format.ts'
import { clearProblem, reportProblem } from './problems.ts'
import type { BackupFile } from './read-backup.ts'
import { replaceTables, withFiles } from './replace-shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { withRestoreLock } from './restore-lock.ts'
import { removeScratchDatabases, withScratchDatabase } from './scratch-database.ts'
import { takeBackup } from './take-backup.ts'

/** A row of `restores`, with what is to be restored and for whom. */
export type RestoreTask = {
  id: string
  chosen: ChosenBackup
  /** Missing for a test. */
  for_shop?: { by: { id: string; name: string }; session_id: string }
}

export type RestoreContext = Pick<AppContext, 'config' | 'db' | 'files' | 'now'> & {
  /** The doctor. */
  findProblems: (url: string, files: FileStorage, at: Date) => Promise<string[]>
  /** Reads a session, and puts it back into the restored shop. */
  carrySession: (db: Db, session_id: string) => Promise<(tx: Db) => Promise<void>>
  /** For the tests of a process that is killed. */
  onStep?: (step: RestoreStep) => Promise<void> | void
}

/**
 * Restores a backup into a scratch database and asks the doctor. A test ends here. To restore the shop, the rows of the
 * scratch database, which are of this version by now, replace those of the shop: it is closed, backed up, gets the
 * files, and all rows in one transaction. Whatever fails or is killed before its commit leaves the shop as it was.
 */
export async function runRestore(context: RestoreContext, task: RestoreTask) {
  const { db, now } = context
  const folder = join(context.config.dataDir, 'restoring')
  try {
    await withRestoreLock(urlOf(context), async () => {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeScratchDatabases(urlOf(context))
      const backup = await fetchBackup(context, task.chosen, folder)
      await enter(context, task, 'trying')
      const tables = join(folder, 'tables.tar.gz')
      const tried = await tryRestore(context, { backup, folder, tables: task.for_shop && tables })
      await db.update(restores).set(tried).where(eq(restores.id, task.id))
      if (task.for_shop) await replaceByBackup(context, task, backup, tables)
      else await endTest(context, task, tried.findings)
    })
  } catch (error) {
    const failure = (error as Error).message
    await end(db, task.id, { state: 'failed', failure, at: now() })
    if (!task.for_shop) await reportProblem(db, 'test-failed', failure, now())
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
    await announceChange(db, 'backups')
  }
}

const urlOf = ({ config }: Pick<RestoreContext, 'config'>) => config.databaseUrl ?? ''

async function enter({ db, onStep }: RestoreContext, { id }: RestoreTask, step: RestoreStep) {
  await db.update(restores).set({ step }).where(eq(restores.id, id))
  await announceChange(db, 'backups')
  await onStep?.(step)
}

type End = { state: 'done' | 'failed'; failure?: string | null; at: Date }

const end = (db: Db, id: string, { state, failure = null, at }: End) =>
  db
    .update(restores)
    .set({ state, failure, finished_at: at.toISOString() })
    .where(eq(restores.id, id))

async function endTest({ db, now }: RestoreContext, { id }: RestoreTask, findings: string[]) {
  if (findings.length === 0) {
    await end(db, id, { state: 'done', at: now() })
    return clearProblem(db, 'test-failed')
  }
  const failure = 'The restored shop does not add up.'
  await end(db, id, { state: 'failed', failure, at: now() })
  await reportProblem(db, 'test-failed', [failure, ...findings.slice(0, 3)].join('\n'), now())
}

type Trial = { backup: BackupFile; folder: string; tables: string | undefined }

/** With `tables`, the rows are written there, as this version has them. */
async function tryRestore(context: RestoreContext, { backup, folder, tables }: Trial) {
  return withScratchDatabase({ databaseUrl: urlOf(context), folder }, async (databaseUrl) => {
    const files = createCountingStorage()
    const silent = { databaseUrl, files, progress: () => {} }
    const acceptEncryptionKey = (key: string) => assertOwnKey(context, key)
    const manifest = await restoreBackup({ ...silent, acceptEncryptionKey }, backup)
    const at = new Date(manifest.created_at)
    const findings = await context.findProblems(databaseUrl, files, at)
    if (tables) {
      const source = { ...silent, encryptionKey: manifest.encryption_key }
      await createBackup({ ...source, files: NO_FILES }, tables)
    }
    return { findings, holds: holdsOf(manifest) }
  })
}

const holdsOf = ({ holds }: Manifest) => holds ?? null

async function replaceByBackup(
  context: RestoreContext,
  task: RestoreTask,
  backup: BackupFile,
  tables: string,
) {
  const { config, db, files } = context
  const databaseUrl = urlOf(context)
  await enter(context, task, 'closing')
  const closed = await closeShop(databaseUrl, 'closing')
  const next = async (step: RestoreStep) => {
    await enter(context, task, step)
    await closed.announce(step)
  }
  try {
    await next('backing-up')
    const source = { databaseUrl, files, encryptionKey: config.secrets.encryption }
    await takeBackup(
      { ...source, folder: backupsFolder(config.dataDir), now: context.now },
      'restore',
    )
    await next('files')
    await withFiles(files, backup, async () => {
      await next('replacing')
      await replaceRows(context, task, tables, closed.assertClosed)
    })
    // Nobody may see the shop open before this says that it is done.
    await announceChange(db, ...LIVE_TOPICS)
  } finally {
    await closed.open()
  }
}

async function replaceRows(
  context: RestoreContext,
  { id, chosen, for_shop }: RestoreTask,
  tables: string,
  assertClosed: () => void,
) {
  if (!for_shop) return
  const { carrySession, now } = context
  const by: ChangedBy = { ...for_shop.by, at: now() }
  let putSessionBack = async (_: Db) => {}
  await replaceTables(
    {
      databaseUrl: urlOf(context),
      with_jobs: true,
      async check(client) {
        putSessionBack = await carrySession(drizzle(client), for_shop.session_id)
      },
      async finish(client) {
        const tx: Db = drizzle(client)
        await putSessionBack(tx)
        const object = { type: 'backups', id: chosen.name, name: chosen.name }
        await recordAudit(tx, {
          by,
          object,
          before: { restored: false },
          after: { restored: true },
        })
        await checkSessionStreams(tx)
        // With the rows: a process that is killed after the commit has restored the shop.
        await end(tx, id, { state: 'done', at: now() })
        assertClosed()
      },
    },
    tables,
  )
}

/** Remembers how large each file is; that it can be read is proved by reading it. */
function createCountingStorage(): FileStorage {
  const sizes = new Map<string, number>()
  return {
    async put(name, file) {
      sizes.set(name, (await stat(file)).size)
      return true
    },
    size: async (name) => sizes.get(name),
    open: async () => undefined,
    remove: async () => {},
    removeDrafts: async () => {},
    check: async () => {},
  }
}

const NO_FILES: FileStorage = createCountingStorage()
