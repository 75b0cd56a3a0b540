import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database template_shop')
  await admin.end()

  const templateUrl = new URL(postgres.url)
  templateUrl.pathname = '/template_shop'
  await migrate(templateUrl.href)
  project.provide('templateUrl', templateUrl.href)

  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
