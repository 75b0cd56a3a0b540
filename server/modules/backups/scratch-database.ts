import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openClient } from '#server/platform/database-client.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

/** Several shops may share a server: each removes its own. */
const prefixOf = (databaseUrl: string) =>
  `petal_scratch_${hash('sha256', new URL(databaseUrl).pathname).slice(0, 8)}_`

type Place = { databaseUrl: string /** Ours alone, and removed by the caller. */; folder: string }

/**
 * An empty database beside that of the shop, removed at the end. Where the shop's user may not create one, or a pooler
 * does not know it, a PostgreSQL of its own runs in the folder meanwhile.
 */
export async function withScratchDatabase<Result>(
  { databaseUrl, folder }: Place,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = prefixOf(databaseUrl) + randomBytes(6).toString('hex')
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  if (await canCreate(databaseUrl, name, url.href)) {
    try {
      return await work(url.href)
    } finally {
      await drop(databaseUrl, name).catch(() => {})
    }
  }
  const own = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    return await work(own.url)
  } finally {
    await own.stop()
  }
}

async function canCreate(databaseUrl: string, name: string, url: string): Promise<boolean> {
  try {
    await ask(databaseUrl, `create database ${name}`)
    await ask(url, 'select 1')
    return true
  } catch {
    await drop(databaseUrl, name).catch(() => {})
    return false
  }
}

const drop = (databaseUrl: string, name: string) =>
  ask(databaseUrl, `drop database if exists ${name} with (force)`)

/** What killed processes left. Only for who holds the lock on restores. */
export async function removeScratchDatabases(databaseUrl: string) {
  const { rows } = await ask<{ datname: string }>(
    databaseUrl,
    `select datname from pg_database where datname like '${prefixOf(databaseUrl).replaceAll('_', '\\_')}%'`,
  )
  for (const { datname } of rows) await drop(databaseUrl, datname)
}

async function ask<Row extends object>(url: string, statement: string) {
  const client = openClient(url)
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}
