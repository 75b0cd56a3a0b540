import { join } from 'node:path'
import { listBackups } from './backup-folder.ts'
import { readManifestOf } from './read-backup.ts'

/**
 * What an owner does to get back to this version, after a newer one has changed the database: the newest backup that
 * this version can read is the one from before the upgrade.
 */
export async function adviseRollback(folder: string): Promise<string> {
  for (const { name } of await listBackups(folder)) {
    const file = join(folder, name)
    const isReadable = await readManifestOf(file).then(
      () => true,
      () => false,
    )
    if (isReadable)
      return `To go back, restore the backup from before the upgrade into an empty shop (another DATA_DIR, or an empty database in DATABASE_URL): npm run restore -- ${file}`
  }
  return `To go back you need a backup from before the upgrade; there is none in ${folder}.`
}
