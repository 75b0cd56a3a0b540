import type { CopySettings, CopySettingsEdit } from '#contract/backup-copies.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import type { Bucket } from '#server/platform/bucket.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { BucketError } from '#server/platform/file-storage.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { backup_copies, backup_settings } from './backups.table.ts'
import {
  bucketOf,
  type CopyRow,
  listCopies,
  openCopies,
  openSecret,
  readCopyRow,
  sealSecret,
} from './copy-store.ts'
import { clearProblem } from './problems.ts'
import { createSealingKey } from './seal.ts'

/** The job that copies the newest backup. */
export const COPY_BACKUP = 'copy-backup'

type Source = Pick<AppContext, 'config' | 'db'>

export const readCopySettings = async ({ config, db }: Source): Promise<CopySettings> =>
  settingsOf(config, await readCopyRow(db))

function settingsOf(config: AppContext['config'], row: CopyRow): CopySettings {
  const { secret_access_key, sealing_key, last_copy_key, id, ...shown } = row
  return {
    ...shown,
    has_secret: openSecret(config, row) !== undefined,
    shop_bucket: config.s3?.bucket ?? null,
  }
}

/** How copies went is no decision of an admin; and a key in the log would be another place to look for it. */
const NOT_AUDITED = [
  'last_copy',
  'last_copy_at',
  'last_copy_key',
  'failed_at',
  'failure',
  'secret_access_key',
  'sealing_key',
] as const

/** The bucket is tried before anything is stored. */
export async function saveCopySettings(
  context: AppContext,
  {
    version,
    passphrase,
    passphrase_again: _,
    secret_access_key: typed,
    ...edit
  }: CopySettingsEdit & { version: number },
  by: ChangedBy,
): Promise<CopySettings> {
  const { config, db, now } = context
  const before = await readCopyRow(db)
  const secret = typed || openSecret(config, { ...before, ...edit })
  if (edit.place === 'other' && !secret) throw errors.BUCKET_SECRET_NEEDED()
  if (edit.place !== 'off' && !passphrase && !before.sealing_key) throw errors.PASSPHRASE_NEEDED()
  if (edit.place === 'shop' && !config.s3)
    throw errors.BUCKET_REFUSED({ data: { reason: 'The files of this shop are on disk.' } })
  const bucket = await bucketOf(config, { ...edit, secret })
  await explained(bucket?.check())
  const key = passphrase
    ? { sealing_key: await createSealingKey(passphrase), passphrase_at: now().toISOString() }
    : {}
  return db.transaction(async (tx) => {
    const values = {
      ...edit,
      ...key,
      // Nothing is there yet, or only what another passphrase opens.
      ...(isElsewhere(before, edit, passphrase) && { last_copy: null, last_copy_key: null }),
      secret_access_key: secret ? sealSecret(config, edit, secret) : null,
      failed_at: null,
      failure: null,
    }
    const saved = await updateRow(tx, backup_copies, { id: 'copies', version }, values, {
      by,
      name: () => 'Copies of backups',
      computed: NOT_AUDITED,
      belongings: {
        ...(typed && {
          before: { secret_access_key: 'earlier' },
          after: { secret_access_key: 'new' },
        }),
      },
    })
    // Who sets up copies wants to know that they can be restored.
    if (before.place === 'off' && saved.place !== 'off')
      await tx.update(backup_settings).set({ test_weekly: true })
    if (saved.place === 'off') await clearProblem(tx, 'copy-failed', 'copy-missing')
    else await context.jobs.enqueue(tx, COPY_BACKUP, {})
    await announceChange(tx, 'backups')
    return settingsOf(config, saved)
  })
}

const isElsewhere = (
  before: CopyRow,
  edit: Pick<CopyRow, 'place' | 'endpoint' | 'bucket' | 'folder'>,
  passphrase: string,
) =>
  passphrase !== '' ||
  (['place', 'endpoint', 'bucket', 'folder'] as const).some((name) => before[name] !== edit[name])

export async function startCopy({ db, jobs }: AppContext) {
  await db.transaction((tx) => jobs.enqueue(tx, COPY_BACKUP, {}))
}

/** What a bucket refuses is the answer to the admin who asked. */
async function explained<Result>(work: Promise<Result> | undefined) {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    throw errors.BUCKET_REFUSED({ data: { reason: error.message } })
  }
}

export async function readCopies(context: AppContext) {
  const { bucket } = await openCopies(context)
  return { copies: (await explained(bucket && listCopies(bucket))) ?? [] }
}

export async function removeCopy(context: AppContext, name: string, by: ChangedBy) {
  const { bucket } = await openCopies(context)
  const copies = (await explained(bucket && listCopies(bucket))) ?? []
  const copy = copies.find((one) => one.name === name)
  if (!bucket || !copy) throw errors.BACKUP_NOT_FOUND()
  if (copy === copies[0]) throw errors.LAST_BACKUP()
  await context.db.transaction(async (tx) => {
    const object = { type: 'backup_copies', id: name, name }
    await recordAudit(tx, { by, object, before: { bytes: copy.bytes }, after: null })
    await announceChange(tx, 'backups')
    await explained(bucket.remove(name))
  })
  return { name }
}

/** A copy as it is in the bucket; undefined when there is none of that name. */
export async function openCopy(context: Source, name: string) {
  const { bucket } = await openCopies(context)
  const known = bucket && (await knownCopy(bucket, name))
  return known && (await explained(bucket.open(name)))
}

const knownCopy = async (bucket: Bucket, name: string) =>
  ((await explained(listCopies(bucket))) ?? []).find((one) => one.name === name)
