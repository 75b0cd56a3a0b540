import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

const program = fileURLToPath(new URL('../platform/embedded-postgres.ts', import.meta.url))

/** PostgreSQL servers and data folders of one test; call once in a file. */
export function createPostgresFolders() {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  async function givenDataDir(parent = '/tmp') {
    const dir = await mkdtemp(path.join(parent, 'petal-test-'))
    cleanups.push(async () => {
      const elsewhere = await readFile(path.join(dir, 'postgres-location'), 'utf8').catch(() => '')
      if (elsewhere) await rm(path.dirname(elsewhere), { recursive: true, force: true })
      await rm(dir, { recursive: true, force: true })
    })
    return dir
  }

  async function start(dataDir: string) {
    const server = await startEmbeddedPostgres({ dataDir })
    cleanups.push(() => server.stop())
    return server
  }

  /** Another process that runs the database, as the app does. */
  async function givenApp(
    dataDir: string,
    how: { detached?: boolean; uid?: number; gid?: number } = {},
  ) {
    const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(program)}
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(url)`
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', code],
      { ...how, cwd: path.dirname(program), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(child, 'exit')
    cleanups.push(() => child.kill('SIGKILL'))
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    return { url, pid: Number(child.pid), ended, kill }
  }

  return { givenDataDir, start, givenApp, onCleanup: (act: () => unknown) => cleanups.push(act) }
}

/** Where the data of a folder really are: not every user may enter it. */
export async function clusterDir(dataDir: string) {
  const pointer = path.join(dataDir, 'postgres-location')
  return readFile(pointer, 'utf8').catch(() => path.join(dataDir, 'postgres'))
}

export async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
