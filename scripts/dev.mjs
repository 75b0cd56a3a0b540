// @ts-check
/**
 * `npm run dev`: the shop as `npm start` runs it. Changes under web/ appear in the browser at once
 * (Vite); after a change elsewhere the shop is built and started anew.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepare, root, SOURCES } from './prepare.mjs'
import { explain } from './progress.mjs'

/** An editor saves in several steps, and often several files. */
const SETTLE_MS = 200

/** @type {import('node:child_process').ChildProcess | undefined} */
let shop
// Ctrl-C reaches the shop too; when it has stopped in order, so do we.
process.on('SIGINT', () => shop ?? process.exit(130))
process.on('SIGTERM', () => shop?.kill('SIGTERM') ?? process.exit(143))

for (;;) {
  const changed = nextChange()
  await prepare().then(startShop, explain)
  await Promise.race([changed, shop && once(shop, 'exit')].filter(Boolean))
  if (shop?.exitCode === 0) process.exit()
  if (shop?.exitCode) console.log('The shop ended; it starts again when something changes.')
  await changed
  console.log('\nSomething changed.')
  await stopShop()
}

function startShop() {
  const program = path.join(root, 'dist/server/supervisor.js')
  const env = { ...process.env, HOT_RELOAD: 'true', WEB_CONCURRENCY: '1' }
  shop = spawn(process.execPath, [program], { cwd: root, stdio: 'inherit', env })
}

async function stopShop() {
  const isRunning = shop?.exitCode === null && shop.signalCode === null
  if (shop && isRunning) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  shop = undefined
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
