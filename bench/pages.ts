import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { withDemoShop } from './demo-shop.ts'

const BUDGET = 0.6
const PORT = 3391
const BARE_PORT = 3392
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
const headers = { 'accept-encoding': 'br' }

/**
 * Requests per second of a cached page, beside a bare Node server that returns the same bytes: the same
 * load, alternating in the same run, so that a busy machine slows both.
 */
async function main() {
  await withDemoShop(PORT, async (url) => {
    const { items } = await (await fetch(`${url}/api/products?limit=1`)).json()
    let slowest = 1
    for (const path of ['/', `/product/${items[0].id}`]) {
      slowest = Math.min(slowest, await compare(path))
    }
    console.log(`\nWorst ratio ${slowest.toFixed(2)}, budget ${BUDGET}`)
    if (slowest < BUDGET) process.exitCode = 1
  })
}

/** A server that knows one answer. */
async function startBare(path: string) {
  const script = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))
  const child = spawn(
    process.execPath,
    [script, String(BARE_PORT), `http://127.0.0.1:${PORT}${path}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  return child
}

async function compare(path: string) {
  // The first answer is made, not kept: the bare server must copy a kept one.
  await load(PORT, path, 1)
  const bare = await startBare(path)
  try {
    return await alternate(path)
  } finally {
    bare.kill()
    await once(bare, 'exit')
  }
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
  const shop = Math.round(median(rounds.map((round) => round.shop)))
  const plain = Math.round(median(rounds.map((round) => round.plain)))
  const ratio = median(rounds.map((round) => round.shop / round.plain))
  console.log(`${path}: shop ${shop}/s, bare Node ${plain}/s, ratio ${ratio.toFixed(2)}`)
  return ratio
}

async function load(port: number, path: string, duration: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration,
    headers,
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${path} failed under load`)
  return result.requests.average
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

await main()
