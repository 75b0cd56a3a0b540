import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { withDemoShop } from './demo-shop.ts'

/** Shares of what a bare Node server does with the same bytes. */
const BUDGETS = { cached: 0.9, uncached: 0.004 }
/** What a flood of searches may do to everybody else. */
const FLOOD_BUDGETS = { cachedP99Ms: 50, memoryMb: 300 }

const PORT = 3391
const BARE_PORT = 3392
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
const UNCACHED_SECONDS = 6
const FLOOD = 2000

const failures: string[] = []

async function main() {
  let bare = 0
  await withDemoShop(PORT, async ({ url, pid }) => {
    bare = await measureCached(await productPath(url))
    await measureFlood(url, pid)
  })
  await withDemoShop(PORT, ({ url }) => measureUncached(url, bare), { PAGE_CACHE_MB: '0' })
  for (const failure of failures) console.error(`Over budget: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}

async function productPath(url: string) {
  const { items } = await (await fetch(`${url}/api/products?limit=1`)).json()
  return `/product/${items[0].id}`
}

/** Cached pages beside the bare server: alternating in the same run, so that a busy machine slows both. */
async function measureCached(product: string) {
  console.log('\nCached pages, requests a second')
  let fastestBare = 0
  for (const path of ['/', product]) {
    const bare = await startBareServer(path)
    try {
      const { shop, plain, ratio } = await alternate(path)
      fastestBare = Math.max(fastestBare, plain)
      console.log(`  ${path}: ${shop}, bare Node ${plain}, ratio ${ratio.toFixed(2)}`)
      if (ratio < BUDGETS.cached) failures.push(`${path} is ${ratio.toFixed(2)} of the bare server`)
    } finally {
      bare.kill()
      await once(bare, 'exit')
    }
  }
  return fastestBare
}

async function startBareServer(path: string) {
  // The bare server copies the answer, so it must be cached by now.
  await load(PORT, path, 1)
  const script = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))
  const args = [script, String(BARE_PORT), `http://127.0.0.1:${PORT}${path}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

async function alternate(path: string) {
  const rounds: { shop: number; plain: number }[] = []
  await load(PORT, path, 1)
  await load(BARE_PORT, path, 1)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      shop: await load(PORT, path, SECONDS),
      plain: await load(BARE_PORT, path, SECONDS),
    })
  }
  return {
    shop: Math.round(median(rounds.map((round) => round.shop))),
    plain: Math.round(median(rounds.map((round) => round.plain))),
    ratio: median(rounds.map((round) => round.shop / round.plain)),
  }
}

/** One process that caches no page: each request is rendered. Every search asks something new. */
async function measureUncached(url: string, bare: number) {
  console.log('\nUncached pages of one process, renders a second')
  let searches = 0
  const pages = {
    home: () => '/',
    products: () => '/products',
    product: await productPath(url).then((path) => () => path),
    search: () => `/products?q=serum&max_price=${1000 + searches++}`,
  }
  for (const [name, path] of Object.entries(pages)) {
    await load(PORT, path, 2, 4)
    const rate = await load(PORT, path, UNCACHED_SECONDS, 4)
    const share = rate / bare
    console.log(`  ${name}: ${rate.toFixed(0)}, ${share.toFixed(4)} of the bare server`)
    if (share < BUDGETS.uncached) failures.push(`uncached ${name} is ${share.toFixed(4)}`)
  }
}

/** Thousands of searches at once, while others browse cached pages. */
async function measureFlood(url: string, pid: number) {
  console.log(`\n${FLOOD} simultaneous searches, and cached pages meanwhile`)
  const quiet = await browse(3)
  const statuses = new Map<number | string, number>()
  const flood = Promise.all(
    Array.from({ length: FLOOD }, async (_, n) => {
      const status = await fetch(`${url}/products?q=serum&min_price=${n / 1000}`)
        .then(async (response) => {
          await response.text()
          return response.status
        })
        .catch(() => 'failed')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
  )
  const busy = await browse(4)
  await flood
  const memoryMb = await residentMemoryMb(url)
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(`  answers: ${answers}`)
  console.log(`  cached pages p99: ${quiet} ms before, ${busy} ms meanwhile`)
  console.log(`  memory of the process: ${memoryMb} MB (pid ${pid})`)
  const unexpected = [...statuses.keys()].filter((status) => status !== 200 && status !== 503)
  if (unexpected.length > 0) failures.push(`answers ${unexpected.join(', ')} in the flood`)
  if (busy > FLOOD_BUDGETS.cachedP99Ms) failures.push(`cached p99 ${busy} ms in the flood`)
  if (memoryMb > FLOOD_BUDGETS.memoryMb) failures.push(`${memoryMb} MB after the flood`)
}

/** The 99th percentile of cached pages, in milliseconds. */
async function browse(seconds: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${PORT}/`,
    connections: 4,
    overallRate: 200,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  })
  return result.latency.p99
}

async function residentMemoryMb(url: string) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes\S* (\S+)$/m.exec(metrics)?.[1]
  return Math.round(Number(bytes) / 1024 / 1024)
}

async function load(
  port: number,
  path: string | (() => string),
  duration: number,
  connections = CONNECTIONS,
) {
  const next = typeof path === 'string' ? () => path : path
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration,
    headers: { 'accept-encoding': 'br' },
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${next()} failed under load`)
  return result.requests.average
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

await main()
