// @ts-check
/**
 * `npm run dev`: like `npm start`, with hot reload of web/ (Vite). After a change elsewhere everything
 * is built and started again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepare, root, SOURCES } from './prepare.mjs'
import { explain } from './progress.mjs'

/** Editors write several files in a row: one rebuild is enough. */
const SETTLE_MS = 200

/** @type {import('node:child_process').ChildProcess | undefined} */
let supervisor
// The terminal sends Ctrl-C to the supervisor too; the loop below exits after it.
process.on('SIGINT', () => supervisor ?? process.exit(130))
process.on('SIGTERM', () => supervisor?.kill('SIGTERM') ?? process.exit(143))

for (;;) {
  const changed = nextChange()
  await prepare().then(startSupervisor, explain)
  await Promise.race([changed, supervisor && once(supervisor, 'exit')].filter(Boolean))
  if (supervisor?.exitCode === 0) process.exit()
  if (supervisor?.exitCode) console.log('The shop ended; it starts again when something changes.')
  await changed
  console.log('\nSomething changed.')
  await stopSupervisor()
}

function startSupervisor() {
  const program = path.join(root, 'dist/server/supervisor.js')
  const env = { ...process.env, HOT_RELOAD: 'true', WEB_CONCURRENCY: '1' }
  supervisor = spawn(process.execPath, [program], { cwd: root, stdio: 'inherit', env })
}

async function stopSupervisor() {
  const isRunning = supervisor?.exitCode === null && supervisor.signalCode === null
  if (supervisor && isRunning) {
    supervisor.kill('SIGTERM')
    await once(supervisor, 'exit')
  }
  supervisor = undefined
}

async function nextChange() {
  /** @type {import('node:fs').FSWatcher[]} */
  let watchers = []
  await new Promise((resolve) => {
    watchers = SOURCES.filter((source) => source !== 'web').map((source) =>
      // The build writes *.gen.ts itself.
      watch(path.join(root, source), { recursive: true }, (_, name) => {
        if (!name?.includes('.gen.')) resolve(name)
      }),
    )
  })
  for (const watcher of watchers) watcher.close()
  await wait(SETTLE_MS)
}
