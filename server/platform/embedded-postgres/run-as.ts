import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The user that PostgreSQL runs as; undefined for the user of this process. */
export type RunAs = { uid: number; gid: number } | undefined

export const isRoot = process.getuid?.() === 0
/** For files that the unprivileged user could not reach elsewhere. */
export const PETAL_SYSTEM_DIR = '/var/lib/petal'
const OWN_USER = 'petal-postgres'

/** PostgreSQL refuses to run as root, so root creates a system user for it. */
export async function unprivilegedUser(): Promise<RunAs> {
  if (!isRoot) return undefined
  const user = (await lookUp(OWN_USER)) ?? (await createUser()) ?? (await anyPostgresUser())
  if (user) return user
  throw new Error(
    'PostgreSQL does not run as root, and no system user for it could be created ' +
      '(is useradd installed?). Start Petal as a normal user, create a user named ' +
      `"${OWN_USER}", or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function lookUp(name: string): Promise<RunAs> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function createUser(): Promise<RunAs> {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  // Of two simultaneous starts one fails to lock /etc/passwd, and then finds the other's user.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const error = await run('useradd', [...options, OWN_USER]).catch((reason) => reason)
    const user = await lookUp(OWN_USER)
    if (user || error?.code === 'ENOENT') return user
    await wait(200)
  }
  return undefined
}

async function anyPostgresUser(): Promise<RunAs> {
  return (await lookUp('postgres')) ?? (await lookUp('_postgres'))
}

/** Tried rather than computed from the mode bits: ACLs and mounts count too. */
export async function canEnter(runAs: RunAs, dir: string): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], runAs)
}

export async function succeeds(file: string, args: string[], runAs: RunAs): Promise<boolean> {
  return run(file, args, { cwd: '/', ...runAs }).then(
    () => true,
    () => false,
  )
}
