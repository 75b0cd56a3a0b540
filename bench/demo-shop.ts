import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadDemo } from '#demo/load.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { openFileStorage } from '#server/platform/file-storage.ts'
import { migrate } from '#server/platform/migrate.ts'
import { WEB_PROCESS_ENV, WEB_PROCESS_FLAGS } from '#server/programs/supervisor/web-processes.ts'
import { findInTree } from './process-memory.ts'

/** The built shop with its demo data on a port and in a folder of its own, while `visit` runs. */
export async function withDemoShop(
  port: number,
  visit: (shop: { url: string; pid: number; databaseUrl: string }) => Promise<void>,
  env: Record<string, string> = {},
  /** `supervisor` starts two web processes that share the port, as `npm start` does. */
  program: 'web' | 'supervisor' = 'web',
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    const files = await openFileStorage({ dataDir, s3: undefined })
    await loadDemo({ databaseUrl: postgres.url, files, log: () => {} })
    const shop = await startShop(program, {
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    })
    try {
      await visit({
        url: `http://localhost:${port}`,
        pid: shop.pid ?? 0,
        databaseUrl: postgres.url,
      })
    } finally {
      shop.kill()
      if (shop.exitCode === null) await once(shop, 'exit')
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startShop(program: 'web' | 'supervisor', env: Record<string, string>) {
  const child = fork(`dist/server/${program}.js`, {
    env: { ...process.env, ...WEB_PROCESS_ENV, WEB_CONCURRENCY: '2', ...env },
    execArgv: WEB_PROCESS_FLAGS,
    stdio: ['ignore', program === 'web' ? 'inherit' : 'pipe', 'inherit', 'ipc'],
  })
  if (program === 'web') await once(child, 'message')
  for await (const line of child.stdout ?? []) if (String(line).includes('Petal is open')) break
  return child
}

/** The whole shop as `npm start` runs it, until `stop`. It no longer draws the pictures of the demo. */
export async function startWholeShop(url: string, env: Record<string, string>) {
  const shop = spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await pause(200)
  const pid = shop.pid ?? 0
  await endDrawing(pid)
  return {
    pid,
    async stop() {
      shop.kill()
      if (shop.exitCode === null) await once(shop, 'exit')
    },
  }
}

/** The supervisor starts to draw a moment after the shop answers. */
async function endDrawing(pid: number) {
  const find = () => findInTree(pid, 'picture-renditions.js')
  while (find().length === 0) await pause(50)
  for (const drawing of find()) process.kill(drawing)
}
