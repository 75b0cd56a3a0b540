import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUP_KINDS, type Backup, type BackupKind } from '#contract/backups.ts'

const NAME = new RegExp(
  `^petal-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-(${BACKUP_KINDS.join('|')})\\.tar\\.gz$`,
)
const PART = '.part'

/** Made by the shop itself, by its clock or for a reason; older ones go. The others stay until the owner deletes them. */
const PRUNED: readonly BackupKind[] = ['daily', 'upgrade', 'restore']

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** `petal-20260531T023000Z-daily.tar.gz` */
export const backupName = (at: Date, kind: BackupKind) =>
  `petal-${at.toISOString().replace(/[-:]|\.\d+/g, '')}-${kind}.tar.gz`

export function readName(name: string): Pick<Backup, 'created_at' | 'kind'> | undefined {
  const [, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? []
  if (!kind) return undefined
  const created_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  return { created_at, kind: kind as BackupKind }
}

/** Only whole ones have such a name. Newest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = names.map(async (name) => {
    const parts = readName(name)
    const file = parts && (await stat(join(folder, name)).catch(() => undefined))
    return file ? [{ name, bytes: file.size, ...parts }] : []
  })
  const backups = (await Promise.all(found)).flat()
  return backups.sort((a, b) => b.name.localeCompare(a.name))
}

/** The path of a backup that exists; nothing else in the folder can be named. */
export function findBackup(folder: string, name: string): string | undefined {
  const file = join(folder, name)
  return readName(name) && existsSync(file) ? file : undefined
}

/** How much the backup that is being written has so far; null when none is. */
export async function bytesInProgress(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch(() => [])
  const part = names.find((name) => name.endsWith(PART))
  const file = part && (await stat(join(folder, part)).catch(() => undefined))
  return file ? file.size : null
}

/** Makes the folder, and removes what a killed process left. Only for who holds the lock on backups. */
export async function prepareFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder))
    if (name.includes(PART)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Deletes what is beyond the number; the newest of a kind always stays. Returns the deleted names. */
export async function prune(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder)
  const old = PRUNED.flatMap((kind) =>
    backups.filter((one) => one.kind === kind).slice(Math.max(1, keep)),
  )
  for (const { name } of old) await rm(join(folder, name), { force: true })
  return old.map(({ name }) => name)
}
