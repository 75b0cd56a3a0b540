import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createWebServer } from '#server/http/web-server.ts'
import { loadConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

/**
 * A crash of the machine may lose data that is thrown away anyway. A crash of PostgreSQL loses
 * nothing: at commit the log is still handed to the operating system.
 */
const FAST_SETTINGS = { fsync: 'off', full_page_writes: 'off' }
/** Several files at once, each with up to four shops and their pools. */
const MANY_CONNECTIONS = { max_connections: 400 }

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  // Made by the program that starts many runs.
  const given = process.env.TEST_TEMPLATE_URL
  if (given) return project.provide('templateUrl', given)
  const { templateUrl, stop } = await startTemplate()
  project.provide('templateUrl', templateUrl)
  return stop
}

export async function startTemplate() {
  const postgres = await startPostgres()
  try {
    const templateUrl = await createTemplate(postgres.url)
    return { templateUrl, stop: postgres.stop }
  } catch (error) {
    // It would go on running after the tests.
    await postgres.stop()
    throw error
  }
}

async function createTemplate(serverUrl: string) {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query('create database template_shop')
  await admin.end()

  const templateUrl = new URL(serverUrl)
  templateUrl.pathname = '/template_shop'
  await migrate(templateUrl.href)
  await createJobQueues(templateUrl.href)
  return templateUrl.href
}

/** A shop creates its queues, each a table with indexes, when it opens for the first time: here once for all tests. */
async function createJobQueues(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-template-'))
  const shop = await createWebServer(
    loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    }),
  )
  await shop.open()
  await shop.context.db.execute(sql`truncate pgboss.job`)
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The embedded one, or an empty cluster that `TEST_DATABASE_URL` names (its database: petal). */
async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { ...FAST_SETTINGS, ...MANY_CONNECTIONS },
  })
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
