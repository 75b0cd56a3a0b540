import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemo } from '#demo/load.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

/** The built shop with its demo data on a port and in a folder of its own, while `visit` runs. */
export async function withDemoShop(port: number, visit: (url: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    await loadDemo({ databaseUrl: postgres.url, dataDir, log: () => {} })
    const shop = await startShop(port, postgres.url, dataDir)
    try {
      await visit(`http://localhost:${port}`)
    } finally {
      shop.kill()
      if (shop.exitCode === null) await once(shop, 'exit')
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startShop(port: number, databaseUrl: string, dataDir: string) {
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  }
  const child = fork('dist/server/web.js', { env, stdio: 'inherit' })
  await once(child, 'message')
  return child
}
