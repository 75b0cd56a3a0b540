import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { pageTimes } from './browsing.ts'
import { withDemoShop } from './demo-shop.ts'
import { report } from './report/figures.ts'

/**
 * Shares of a bare Node server; those of what is not cached are a third below what was measured. Rendering is work of
 * the processor and a bare answer work of the kernel, so these shares are three times as large on a machine with slow
 * system calls: the budgets are those of the other kind.
 */
const BUDGETS = {
  cached: 0.85,
  /** Its headers cost more beside 3 kB of JSON than beside a page. */
  cachedCall: 0.75,
  /** Visitors who ask for the same page at the same moment share one rendering. */
  shared: 0.022,
  rendered: 0.005,
  searchCall: 0.018,
  session: 0.3,
}
/** What a flood may cost the other visitors. */
const FLOOD_BUDGETS = { cachedP99Ms: 50, callP99Ms: 150, arrivalP95Ms: 300, memoryMb: 300 }

const BARE_SERVER = new URL('./bare-server.mjs', import.meta.url)
const ARRIVALS = new URL('./arrivals.mjs', import.meta.url)
const FLOOD = new URL('./flood.mjs', import.meta.url)

const PORT = 3391
const BARE_PORT = 3392
/** A call of the API that is never cached. */
const CALL = '/api/session'
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
const UNCACHED_SECONDS = 6
const FLOODS = {
  '2000 simultaneous searches': ['searches', '2000'],
  'the home page with random parameters on 50 connections': ['campaign', '50', '4'],
}
/** Rounds of each flood: a percentile of one burst of three seconds is chance. */
const FLOOD_ROUNDS = 3

/** All of them, or those that the command names: `npm run bench:pages arrivals`. */
const named = process.argv.slice(2)
const isWanted = (part: 'cached' | 'floods' | 'uncached' | 'arrivals') =>
  named.length === 0 || named.includes(part)

async function main() {
  await withDemoShop(PORT, async ({ url, pid }) => {
    if (isWanted('cached')) await measureCached(await productPath(url))
    if (isWanted('floods')) await measureFloods(url, pid)
  })
  if (isWanted('uncached')) {
    await withDemoShop(PORT, ({ url }) => measureUncached(url), { PAGE_CACHE_MB: '0' })
  }
  if (isWanted('arrivals')) {
    await withDemoShop(PORT, ({ url }) => measureArrivals(url), {}, 'supervisor')
  }
}

async function productPath(url: string) {
  const { items } = await (await fetch(`${url}/api/products?limit=1`)).json()
  return `/product/${items[0].id}`
}

/** Cached pages beside the bare server: alternating in the same run, so that a busy machine slows both. */
async function measureCached(product: string) {
  console.log('\nCached pages, requests a second')
  for (const { name, path, atLeast } of [
    { name: 'home page', path: '/', atLeast: BUDGETS.cached },
    { name: 'product page', path: product, atLeast: BUDGETS.cached },
    { name: 'call: a list of products', path: '/api/products', atLeast: BUDGETS.cachedCall },
  ]) {
    const bare = await startBareServer(path)
    try {
      const { shop, plain, ratio } = await alternate(path)
      console.log(`  ${path}: ${shop}, bare Node ${plain}, ratio ${ratio.toFixed(2)}`)
      report({
        group: 'Cached pages and calls, as a share of a bare Node server',
        name,
        value: ratio,
        unit: 'share',
        atLeast,
      })
    } finally {
      bare.kill()
      await once(bare, 'exit')
    }
  }
}

async function startBareServer(path: string) {
  // The bare server copies the answer, so it must be cached by now.
  await load(PORT, path, 1)
  const child = run(BARE_SERVER, String(BARE_PORT), `http://127.0.0.1:${PORT}${path}`)
  await once(child.stdout, 'data')
  return child
}

/** A script of this folder, in a process of its own. */
const run = (script: URL, ...args: string[]) =>
  spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

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

/** One process that caches no page. Every list and search asks something new, so that no two share a rendering. */
async function measureUncached(url: string) {
  console.log('\nUncached pages of one process, renders a second')
  const server = await startBareServer('/')
  const bare = await load(BARE_PORT, '/', SECONDS)
  server.kill()
  await once(server, 'exit')
  let asked = 0
  const newRange = () => `max_price=${1000 + asked++}`
  const product = await productPath(url)
  const { shared, rendered, searchCall, session } = BUDGETS
  const pages = [
    { name: 'home, shared by four', path: () => '/', atLeast: shared },
    { name: 'products, shared by four', path: () => '/products', atLeast: shared },
    { name: 'product, shared by four', path: () => product, atLeast: shared },
    { name: 'a search, shared by four', path: () => '/products?q=serum', atLeast: shared },
    { name: 'a new list', path: () => `/products?${newRange()}`, atLeast: rendered },
    { name: 'a new search', path: () => `/products?q=serum&${newRange()}`, atLeast: rendered },
    {
      name: 'call: a new search',
      path: () => `/api/products?q=serum&${newRange()}`,
      atLeast: searchCall,
    },
    { name: 'call: the session', path: () => CALL, atLeast: session },
  ]
  for (const { name, path, atLeast } of pages) {
    await load(PORT, path, 2, 4)
    const rate = await load(PORT, path, UNCACHED_SECONDS, 4)
    const share = rate / bare
    console.log(`  ${name}: ${rate.toFixed(0)}, ${share.toFixed(4)} of the bare server`)
    report({
      group: 'Rendered pages and calls of one process, as a share of a bare Node server',
      name,
      value: share,
      unit: 'share',
      atLeast,
    })
    const group = 'Rendered pages and calls of one process, a second'
    report({ group, name, value: rate, unit: 'a second' })
  }
}

/**
 * Cached pages and calls during a flood. The bare server is visited at the same time, without a flood of its own: what its
 * visitors wait is the price of a busy machine, which no server on it can avoid.
 */
async function measureFloods(url: string, pid: number) {
  console.log(
    `\nCached pages and calls, p99 in ms, alone and during a flood (load ${loadAverage()})`,
  )
  const bare = await startBareServer('/')
  try {
    const quiet = await browseAll(3)
    console.log(`  alone: ${quiet.shop}, calls ${quiet.calls}, bare Node ${quiet.bare}`)
    for (const [title, args] of Object.entries(FLOODS)) await measureFlood(url, title, args)
  } finally {
    bare.kill()
    await once(bare, 'exit')
  }
  const memoryMb = await residentMemoryMb(url)
  console.log(`  memory of the process: ${memoryMb} MB (pid ${pid})`)
  report({
    group: 'Memory of one process after the floods',
    name: 'resident',
    value: memoryMb,
    unit: 'MB',
    atMost: FLOOD_BUDGETS.memoryMb,
  })
}

async function measureFlood(url: string, title: string, [kind = '', ...args]: string[]) {
  const rounds: Awaited<ReturnType<typeof browseAll>>[] = []
  const statuses: Record<string, number> = {}
  for (let round = 0; round < FLOOD_ROUNDS; round++) {
    const flood = run(FLOOD, kind, url, ...args)
    const answers = text(flood.stdout)
    rounds.push(await browseAll(4))
    for (const [status, count] of Object.entries<number>(JSON.parse(await answers))) {
      statuses[status] = (statuses[status] ?? 0) + count
    }
  }
  const shop = median(rounds.map((round) => round.shop))
  const calls = median(rounds.map((round) => round.calls))
  const bare = median(rounds.map((round) => round.bare))
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const each = rounds.map((round) => round.shop).join(', ')
  console.log(
    `  ${title}: ${shop} (${each}), calls ${calls}, bare Node ${bare} (load ${loadAverage()})`,
  )
  console.log(`    the flood got ${answers.join(', ')}`)
  const unexpected = Object.keys(statuses).filter((status) => !['200', '503'].includes(status))
  if (unexpected.length > 0) {
    throw new Error(`The flood of ${title} got ${unexpected.join(', ')}`)
  }
  const group = `Meanwhile ${title}: p99`
  const { cachedP99Ms, callP99Ms } = FLOOD_BUDGETS
  report({ group, name: 'a cached page', value: shop, unit: 'ms', atMost: cachedP99Ms })
  report({ group, name: 'a call', value: calls, unit: 'ms', atMost: callP99Ms })
}

/** The 99th percentile in milliseconds, at the same time: the shop's home page, a call, and the bare server's page. */
async function browseAll(seconds: number) {
  const [shop, calls, bare] = await Promise.all([
    browse(PORT, '/', 200, seconds),
    browse(PORT, CALL, 50, seconds),
    browse(BARE_PORT, '/', 200, seconds),
  ])
  return { shop, calls, bare }
}

async function browse(port: number, path: string, overallRate: number, seconds: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: 4,
    overallRate,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  })
  return result.latency.p99
}

/** Visitors who arrive during a flood: each opens a connection, which someone has to accept and to hand out. */
async function measureArrivals(url: string) {
  console.log('\nThe cached home page on new connections to two processes, p95 in ms')
  const alone = await arrive(url)
  console.log(`  alone: ${alone.p95.toFixed(0)}, p50 ${alone.p50.toFixed(0)}`)
  const waited: number[] = []
  for (let round = 0; round < FLOOD_ROUNDS; round++) {
    const flood = run(FLOOD, 'searches', url, '600')
    const [{ p50, p95 }, answers] = await Promise.all([arrive(url), text(flood.stdout)])
    console.log(
      `  during 600 simultaneous searches: ${p95.toFixed(0)}, p50 ${p50.toFixed(0)} (load ${loadAverage()}); they got ${answers.trim()}`,
    )
    waited.push(p95)
  }
  report({
    group: 'Visitors who arrive during 600 simultaneous searches: p95',
    name: 'a cached page on a new connection, the slowest of three rounds',
    value: Math.max(...waited),
    unit: 'ms',
    atMost: FLOOD_BUDGETS.arrivalP95Ms,
  })
}

async function arrive(url: string) {
  const times: number[] = JSON.parse(await text(run(ARRIVALS, `${url}/`, '3').stdout))
  return pageTimes(times)
}

const loadAverage = () => loadavg()[0]?.toFixed(1)

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
