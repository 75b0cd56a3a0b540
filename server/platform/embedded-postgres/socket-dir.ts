import { chown, lstat, mkdir, mkdtemp, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { RunAs } from './run-as.ts'

/** Short and in /tmp, since the names of unix sockets may have little more than 100 letters. */
export async function makeSocketDir(runAs: RunAs, wanted?: string): Promise<string> {
  if (wanted && (await isOurs(wanted, runAs))) return wanted
  if (wanted) await mkdir(wanted, { mode: 0o700 })
  const socketDir = wanted ?? (await mkdtemp('/tmp/petal-'))
  if (runAs) await chown(socketDir, runAs.uid, runAs.gid)
  return socketDir
}

/** Keeps a directory that is not empty: another server uses it again. */
export async function removeSocketDir(socketDir: string) {
  await rmdir(socketDir).catch(() => {})
}

/** Removes what a server left that was killed. */
export async function discardSocketDir(socketDir: string, runAs: RunAs) {
  if (!(await isOurs(socketDir, runAs))) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    await unlink(path.join(socketDir, name)).catch(() => {})
  }
  await removeSocketDir(socketDir)
}

/** Anybody can create things in /tmp, and what lies under a name we used may not be ours. */
async function isOurs(socketDir: string, runAs: RunAs) {
  const found = await lstat(socketDir).catch(() => undefined)
  return Boolean(found?.isDirectory() && found.uid === (runAs?.uid ?? process.getuid?.()))
}
