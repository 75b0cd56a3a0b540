import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { findInTree, memoryOfTree } from './process-memory.ts'
import { report } from './report/figures.ts'

/** Of all processes of the shop together, PostgreSQL included, in MB. */
const BUDGETS = { rest: 450, load: 650 }

const PORT = 3395
const REST_SECONDS = 20
const LOAD_SECONDS = 30
const CONNECTIONS = 20

const url = `http://localhost:${PORT}`

/** The whole shop as `npm start` runs it: what it occupies without visitors, and a while after a load. */
async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const shop = spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilReady()
    // It draws the pictures of the demo shop once, and ends.
    for (const pid of findInTree(shop.pid ?? 0, 'picture-renditions.js')) process.kill(pid)
    await measure(shop.pid ?? 0)
  } finally {
    shop.kill()
    if (shop.exitCode === null) await once(shop, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function untilReady() {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
}

async function measure(pid: number) {
  await pause(REST_SECONDS * 1000)
  const rest = memoryOfTree(pid)
  console.log(`At rest: ${rest.toFixed(0)} MB, budget ${BUDGETS.rest} MB`)
  let searches = 0
  const paths = [
    () => '/',
    () => '/products',
    () => `/products?q=serum&max_price=${1000 + searches++}`,
    () => `/api/products?q=cream&max_price=${1000 + searches++}`,
  ]
  const { requests } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: LOAD_SECONDS,
    requests: paths.map((next) => ({
      setupRequest: (request) => ({ ...request, path: next() }),
    })),
  })
  await pause(REST_SECONDS * 1000)
  const after = memoryOfTree(pid)
  console.log(
    `${REST_SECONDS} s after ${requests.total} pages and calls in ${LOAD_SECONDS} s: ${after.toFixed(0)} MB, budget ${BUDGETS.load} MB`,
  )
  const group = 'Memory of the whole shop, PostgreSQL included'
  report({ group, name: 'at rest', value: rest, unit: 'MB', atMost: BUDGETS.rest })
  report({
    group,
    name: `after ${LOAD_SECONDS} s of pages and searches`,
    value: after,
    unit: 'MB',
    atMost: BUDGETS.load,
  })
}

await main()
