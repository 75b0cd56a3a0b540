import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { announceChange } from '#server/platform/change-feed.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { backupsFolder, listBackups } from './backup-folder.ts'
import { backup_copies } from './backups.table.ts'
import { openCopies, pruneCopies, SEALED, sealCopyKey } from './copy-store.ts'
import { clearProblem, reportProblem } from './problems.ts'
import { sealWith } from './seal.ts'

export type CopySource = Pick<AppContext, 'config' | 'db' | 'now'>

/**
 * Encrypts the newest backup of this machine into the bucket, unless it is there, and deletes old copies. Returns its
 * name. A copy has its name only when it is whole, so one that was interrupted is made again.
 */
export async function copyNewest(source: CopySource): Promise<string | null> {
  const { config, db, now } = source
  const { row, bucket } = await openCopies(source)
  if (!bucket || !row.sealing_key) return null
  const folder = backupsFolder(config.dataDir)
  const [newest] = await listBackups(folder)
  // Another machine may have copied a newer one. The times in the names are compared.
  if (!newest || (row.last_copy && row.last_copy >= newest.name + SEALED)) return null
  const name = newest.name + SEALED
  try {
    const { data_key, transform } = sealWith(row.sealing_key)
    const content = createReadStream(join(folder, newest.name))
    content.once('error', (error) => transform.destroy(error))
    await bucket.put(name, content.pipe(transform))
    const at = now()
    await db.update(backup_copies).set({
      last_copy: name,
      last_copy_at: at.toISOString(),
      last_copy_key: sealCopyKey(config, name, data_key),
      failed_at: null,
      failure: null,
    })
    await pruneCopies(bucket, { ...row, now: at })
    await clearProblem(db, 'copy-failed', 'copy-missing')
    return name
  } catch (error) {
    const failure = (error as Error).message
    await db.update(backup_copies).set({ failed_at: now().toISOString(), failure })
    await reportProblem(db, 'copy-failed', failure, now())
    throw error
  } finally {
    await announceChange(db, 'backups')
  }
}
