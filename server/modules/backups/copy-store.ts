import type { Backup } from '#contract/backups.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Bucket } from '#server/platform/bucket.ts'
import type { Config, S3Settings } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { decrypt, encrypt } from '#server/platform/secrets.ts'
import { readName } from './backup-folder.ts'
import { backup_copies } from './backups.table.ts'

/** What a copy is called beside the backup that it is of. */
export const SEALED = '.enc'
/** For a part of a copy, over a slow line. */
const TIMEOUT_MS = 60_000

export type CopyRow = typeof backup_copies.$inferSelect
type Source = Pick<AppContext, 'config' | 'db'>

export async function readCopyRow(db: Db): Promise<CopyRow> {
  const [row] = await db.select().from(backup_copies)
  if (row) return row
  const [created] = await db.insert(backup_copies).values({}).onConflictDoNothing().returning()
  return created ?? readCopyRow(db)
}

/** Bound to its bucket and key: the secret is never sent anywhere else. */
type Account = Pick<CopyRow, 'endpoint' | 'bucket' | 'access_key_id'>
const aboutSecret = ({ endpoint, bucket, access_key_id }: Account) =>
  `backup_copies:secret:${endpoint}:${bucket}:${access_key_id}`

export const sealSecret = ({ secrets }: Config, account: Account, plain: string) =>
  encrypt(secrets.encryption, plain, aboutSecret(account))

/** Undefined when there is none, or it belongs to another account or key. */
export function openSecret({ secrets }: Config, row: Account & Pick<CopyRow, 'secret_access_key'>) {
  try {
    return row.secret_access_key
      ? decrypt(secrets.encryption, row.secret_access_key, aboutSecret(row))
      : undefined
  } catch {
    return undefined
  }
}

const aboutCopyKey = (name: string) => `backup_copies:key:${name}`

export const sealCopyKey = ({ secrets }: Config, name: string, key: Buffer) =>
  encrypt(secrets.encryption, key.toString('base64url'), aboutCopyKey(name))

/** The key of the newest copy, for the restore test. */
export function openCopyKey({ secrets }: Config, { last_copy, last_copy_key }: CopyRow) {
  if (!last_copy || !last_copy_key) return undefined
  const text = decrypt(secrets.encryption, last_copy_key, aboutCopyKey(last_copy))
  return Buffer.from(text, 'base64url')
}

type Place = Omit<CopyRow, 'secret_access_key'> & { secret: string | undefined }

/** Undefined when copies are off. */
export async function bucketOf(
  config: Config,
  place: Pick<Place, 'secret' | keyof Account | 'place' | 'region' | 'folder'>,
) {
  const settings =
    place.place === 'shop' ? config.s3 : place.place === 'other' ? ownSettings(place) : undefined
  if (!settings) return undefined
  // The client is large, and most shops have none.
  const { openBucket } = await import('#server/platform/bucket.ts')
  return openBucket({ ...settings, timeoutMs: TIMEOUT_MS }, place.folder)
}

const ownSettings = ({
  endpoint,
  bucket,
  region,
  access_key_id,
  secret,
}: Pick<Place, keyof Account | 'region' | 'secret'>): S3Settings => ({
  endpoint: endpoint || undefined,
  bucket,
  region,
  accessKeyId: access_key_id,
  secretAccessKey: secret ?? '',
  timeoutMs: TIMEOUT_MS,
})

export async function openCopies({ config, db }: Source) {
  const row = await readCopyRow(db)
  return { row, bucket: await bucketOf(config, { ...row, secret: openSecret(config, row) }) }
}

/** Newest first. Other things in the folder are not ours. */
export async function listCopies(bucket: Bucket): Promise<Backup[]> {
  const found = (await bucket.list()).flatMap(({ name, bytes }) => {
    const parts = name.endsWith(SEALED) ? readName(name.slice(0, -SEALED.length)) : undefined
    return parts ? [{ name, bytes, ...parts }] : []
  })
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at))
}

type Limits = { keep: number; keep_days: number; now: Date }

/** Deletes what is beyond the number or too old; the newest always stays. */
export async function pruneCopies(bucket: Bucket, { keep, keep_days, now }: Limits) {
  const oldest = new Date(now.getTime() - keep_days * DAY_MS).toISOString()
  const copies = await listCopies(bucket)
  const old = copies.filter(
    ({ created_at }, n) => n > 0 && (n >= Math.max(1, keep) || created_at < oldest),
  )
  for (const { name } of old) await bucket.remove(name)
}
