import { fork } from 'node:child_process'
import { and, desc, eq, inArray, lt, ne, notInArray } from 'drizzle-orm'
import type { BackupChoice, Restore } from '#contract/restores.ts'
import { DAY_MS } from '#contract/time.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readShopSettings } from '../content/reads.ts'
import { isNight, readBackupRow } from './backup-state.ts'
import { restores } from './backups.table.ts'
import { type ChosenBackup, chooseBackup, newestBackup } from './choose-backup.ts'
import { isRestoring } from './restore-lock.ts'
import type { RestoreTask } from './restore-shop.ts'

/** The job that tests a restore. */
export const TEST_RESTORE = 'test-restore'

const SHOWN = 20
const INTERRUPTED = 'It was interrupted. The shop is as it was before.'

/** The last ones. One that says it is running, and is not, was killed. */
export async function readRestores({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<Restore[]> {
  const read = () => db.select().from(restores).orderBy(desc(restores.started_at)).limit(SHOWN)
  const found = await read()
  const running = found.filter(({ state }) => state === 'running')
  if (running.length === 0 || (await isRestoring(db))) return found
  // One that was just asked for has not locked yet.
  const before = new Date(now().getTime() - STARTS_WITHIN_MS).toISOString()
  await db
    .update(restores)
    .set({ state: 'failed', failure: INTERRUPTED, finished_at: now().toISOString() })
    .where(
      and(
        eq(restores.state, 'running'),
        lt(restores.started_at, before),
        inArray(
          restores.id,
          running.map(({ id }) => id),
        ),
      ),
    )
  return read()
}

const STARTS_WITHIN_MS = 30_000

export const inspectBackup = async (context: AppContext, choice: BackupChoice) =>
  (await chooseBackup(context, choice)).inspected

type Wanted = BackupChoice & { shop_name: string }

/** Starts the program, which works on alone; it says how far it is in the row. */
export async function startRestore(
  context: AppContext,
  { shop_name, ...choice }: Wanted,
  by: ChangedBy,
  session_id: string,
) {
  const { name } = await readShopSettings(context)
  if (shop_name.trim() !== name) throw errors.NAME_NOT_TYPED()
  if (await isRestoring(context.db)) throw errors.RESTORE_RUNNING()
  const { chosen } = await chooseBackup(context, choice)
  const id = await createRow(context, 'shop', chosen)
  const task = { id, chosen, for_shop: { by: { id: by.id, name: by.name }, session_id } }
  runProgram(context, task).catch((err) => context.log.error({ err }, 'the restore failed'))
  return { id }
}

async function createRow({ db, now }: AppContext, kind: 'test' | 'shop', chosen: ChosenBackup) {
  return db.transaction(async (tx) => {
    const { source, name: backup } = chosen
    const values = { kind, source, backup, started_at: now().toISOString() }
    const [row] = await tx.insert(restores).values(values).returning({ id: restores.id })
    await announceChange(tx, 'backups')
    await deleteOld(tx)
    return row?.id ?? ''
  })
}

/** More than are shown. */
const deleteOld = (tx: Db) =>
  tx.delete(restores).where(
    notInArray(
      restores.id,
      tx
        .select({ id: restores.id })
        .from(restores)
        .orderBy(desc(restores.started_at))
        .limit(5 * SHOWN),
    ),
  )

/** Restores in a process that returns its memory, and ends with this one. The task has a key, so it is sent to it. */
function runProgram({ restoreProgram }: AppContext, task: RestoreTask): Promise<void> {
  if (!restoreProgram) throw new Error('This process can not restore.')
  const child = fork(restoreProgram)
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`The restore ended (${signal ?? `code ${code}`}).`)),
    )
  })
}

export async function startTest({ db, jobs }: AppContext) {
  await db.transaction((tx) => jobs.enqueue(tx, TEST_RESTORE, {}))
}

/** Its outcome is in the row. Another restore that runs is no failure of this one. */
export async function testRestore(context: AppContext) {
  const chosen = await newestBackup(context)
  if (!chosen || (await isRestoring(context.db))) return
  const id = await createRow(context, 'test', chosen)
  await runProgram(context, { id, chosen }).catch((err) =>
    context.log.error({ err }, 'the restore test failed'),
  )
}

const WEEK_MS = 7 * DAY_MS
const RETRY_MS = 0.9 * DAY_MS

/** At night, or when a night was missed; the first one at once, and a failed one again on the next day. */
export async function isTestDue({ db, now }: Pick<AppContext, 'db' | 'now'>, timeZone?: string) {
  if (!(await readBackupRow(db)).test_weekly) return false
  const [last] = await db
    .select()
    .from(restores)
    .where(and(eq(restores.kind, 'test'), ne(restores.state, 'running')))
    .orderBy(desc(restores.started_at))
    .limit(1)
  if (!last) return true
  const age = now().getTime() - Date.parse(last.started_at)
  if (last.state === 'failed') return age > RETRY_MS
  return age > WEEK_MS + DAY_MS || (age > WEEK_MS - DAY_MS / 2 && isNight(now(), timeZone))
}
