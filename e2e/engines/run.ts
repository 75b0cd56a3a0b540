/**
 * `npm run test:browsers`: the journeys in Chromium, Firefox and WebKit, and docs/browsers.md with what they showed.
 * `npm run test:browsers -- webkit chat` runs a part, and writes nothing.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { arch, cpus, release, tmpdir, type } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { ProductSummary } from '#contract/catalog.ts'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { findFirefox, findWebKit } from '../../scripts/find-engines.mjs'
import { root } from '../../scripts/prepare.mjs'
import { explain, explainAndExit } from '../../scripts/progress.mjs'
import { startOwnShop } from '../own-shop.ts'
import { BACK_OFFICE } from './back-office.ts'
import type { Engine } from './engine.ts'
import { type Journey, STOREFRONT } from './journeys.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { type Result, writeReport } from './report.ts'
import { openVisitor, type Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

const PORT = Number(process.env.E2E_PORT ?? 3200)
/** Two web processes: the sides of a chat are served by different ones. */
const SHOP = { PORT: String(PORT), WEB_CONCURRENCY: '2' }
/** Only to end what would wait for ever: a busy machine is slow. */
const PATIENCE_MS = 600_000
const SHOP_URL = `http://localhost:${PORT}`

/** Finds the programs, or installs them, before anything runs; then the engine can be started. */
const ENGINES: Record<string, () => Promise<() => Promise<Engine>>> = {
  chromium: () => findChromium(root).then((found) => () => startChromium(found)),
  firefox: () => findFirefox().then((found) => () => startFirefox(found)),
  webkit: () => findWebKit().then((found) => () => startWebKit(found)),
}
const JOURNEYS: Record<string, Journey> = { ...STOREFRONT, ...BACK_OFFICE }

/** What was opened, to be closed in the opposite order. */
const endings: (() => Promise<unknown>)[] = []

async function endAll() {
  for (;;) {
    const end = endings.pop()
    if (!end) return
    await end().catch(explain)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().finally(() => process.exit(1)))
}

async function main(named: string[]) {
  const unknown = named.filter((name) => !(name in ENGINES) && !(name in JOURNEYS))
  if (unknown.length > 0) throw new Error(`Neither an engine nor a journey: ${unknown.join(', ')}`)
  const chosen = <Value>(all: Record<string, Value>) => {
    const own = Object.entries(all).filter(([name]) => named.includes(name))
    return own.length > 0 ? own : Object.entries(all)
  }
  const starts: (() => Promise<Engine>)[] = []
  for (const [, find] of chosen(ENGINES)) starts.push(await find())
  const failures: string[] = []
  const results: Result[] = []
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'petal-engines-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const shop = await startOwnShop(SHOP, /Petal is open/, PATIENCE_MS)
    endings.push(shop.stop)
    const photo = path.join(folder, 'cheek.jpg')
    await writeFile(photo, await givenPhoto())
    for (const start of starts) {
      const engine = await start()
      endings.push(engine.close)
      console.log(`\n${engine.name} ${engine.version}`)
      const { failed, ...result } = await travel(engine, chosen(JOURNEYS), photo)
      failures.push(...failed)
      results.push(result)
      await endings.pop()?.()
    }
  } finally {
    await endAll()
  }
  for (const failure of failures) console.error(`\n${failure}`)
  if (failures.length > 0) process.exitCode = 1
  else if (named.length === 0) await report(results)
}

async function travel(engine: Engine, journeys: [string, Journey][], photo: string) {
  const product = await anyProduct()
  const seconds = new Map<string, number>()
  const pictures = new Map<string, Buffer>()
  const failed: string[] = []
  for (const [name, journey] of journeys) {
    const start = performance.now()
    const visitors: { visitor: Visitor; allowed: RegExp[] }[] = []
    try {
      await journey({
        shopUrl: SHOP_URL,
        product,
        photo,
        visit: async (size, allowed = []) => {
          const visitor = await openVisitor(engine, SHOP_URL, size)
          visitors.push({ visitor, allowed })
          return visitor
        },
        picture: async (of, visitor) => {
          pictures.set(of, await visitor.screenshot())
        },
      })
      const troubles = visitors.flatMap(({ visitor, allowed }) => visitor.troubles(allowed))
      if (troubles.length > 0) throw new Error([...new Set(troubles)].join('\n'))
      seconds.set(name, (performance.now() - start) / 1000)
      console.log(`  ✓ ${name} (${seconds.get(name)?.toFixed(1)} s)`)
    } catch (error) {
      failed.push(`${engine.name}, ${name}: ${(error as Error).message}`)
      console.log(`  ✗ ${name}: ${(error as Error).message}`)
      await keepPicture(`${engine.name}-${name}`, visitors[0]?.visitor)
    } finally {
      for (const { visitor } of visitors) await visitor.close()
    }
  }
  return { engine: engine.name, version: engine.version, seconds, pictures, failed }
}

/** What was on the screen when a journey failed, where the other browser tests leave theirs. */
async function keepPicture(name: string, visitor?: Visitor) {
  const picture = await visitor?.screenshotNow().catch(() => undefined)
  if (!picture) return
  await mkdir('test-results', { recursive: true })
  await writeFile(`test-results/${name}.png`, picture)
}

async function anyProduct() {
  const answer = await fetch(`${SHOP_URL}/api/products?in_stock=true&sort=price-up`)
  const { items } = (await answer.json()) as { items: ProductSummary[] }
  const product = items.find(({ group }) => !group)
  if (!product) throw new Error('The demo shop has no product without sizes')
  return product
}

const givenPhoto = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#c8a2a2' } })
    .jpeg()
    .toBuffer()

async function report(results: Result[]) {
  const [cpu] = cpus()
  const machine = `${type()} ${release()} on ${arch()}, ${cpus().length} × ${cpu?.model ?? 'CPU'}`
  await writeReport(results, machine, new Date().toISOString().slice(0, 10))
  console.log('\nWrote docs/browsers.md')
}

await main(process.argv.slice(2)).catch(explainAndExit)
