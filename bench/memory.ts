import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startWholeShop } from './demo-shop.ts'
import { memoryOfTree } from './process-memory.ts'
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
  try {
    const shop = await startWholeShop(url, { PORT: String(PORT), DATA_DIR: dataDir })
    await measure(shop.pid).finally(shop.stop)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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
