import { writeFileSync } from 'node:fs'
import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findChromium } from '../scripts/find-chromium.mjs'
import { root } from '../scripts/prepare.mjs'
import { withDemoShop } from './demo-shop.ts'
import { report } from './report/figures.ts'

const PORT = 3393
const RUNS = 5
const BUDGET = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const LARGEST_SHIFT = 0.02
/** The scripts come after the first paint, with those of the next step a visitor may take. */
const MOST_KB = { scripts: 250, all: 1000 }

type Category = keyof typeof BUDGET
type Measured = Record<Category, number> & { shift: number; result: RunnerResult }

/** Lighthouse as it ships: a mid-range phone on a slow network. The middle one of five runs counts. */
async function main() {
  const chrome = await launch({
    chromePath: await findChromium(root),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
  try {
    await withDemoShop(PORT, async ({ url }) => {
      const paths = await pathsOf(url)
      for (const [name, path] of Object.entries(paths)) {
        const measured = await measure(url + path, chrome.port)
        judge(name, measured)
        weigh(name, measured)
        keepReport(name, measured)
      }
    })
  } finally {
    chrome.kill()
  }
}

async function pathsOf(url: string) {
  const { items } = await (await fetch(`${url}/api/products?limit=1`)).json()
  return { home: '/', products: '/products', product: `/product/${items[0].id}` }
}

/** The first visit draws pictures and fills caches; it does not count. */
async function measure(url: string, port: number): Promise<Measured> {
  await visit(url, port)
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await visit(url, port))
  runs.sort((a, b) => a.performance - b.performance)
  const middle = runs[RUNS >> 1]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

async function visit(url: string, port: number): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: Object.keys(BUDGET),
  })
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const score = (category: Category) =>
    Math.round((result.lhr.categories[category]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    shift: result.lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    result,
  }
}

function judge(name: string, measured: Measured) {
  const { audits } = measured.result.lhr
  const shown = (audit: string) => audits[audit]?.displayValue ?? '?'
  console.log(
    `${name}: performance ${measured.performance}, accessibility ${measured.accessibility}, ` +
      `best practices ${measured['best-practices']}, SEO ${measured.seo}; ` +
      `FCP ${shown('first-contentful-paint')}, LCP ${shown('largest-contentful-paint')}, ` +
      `TBT ${shown('total-blocking-time')}, CLS ${measured.shift.toFixed(3)}`,
  )
  for (const category of Object.keys(BUDGET) as Category[]) {
    report({
      group: 'Lighthouse, as a phone on a slow network',
      name: `${name}, ${category}`,
      value: measured[category],
      unit: 'points',
      atLeast: BUDGET[category],
    })
  }
  report({
    group: 'Layout shift',
    name,
    value: measured.shift,
    unit: 'share',
    atMost: LARGEST_SHIFT,
  })
}

type Loaded = { resourceType?: string; transferSize?: number }

/** What a first visit transfers, as Lighthouse saw it. */
function weigh(name: string, { result }: Measured) {
  const { details } = result.lhr.audits['network-requests'] ?? {}
  const loaded = (details?.type === 'table' ? details.items : []) as Loaded[]
  const bytesOf = (isMeant: (type: string) => boolean) =>
    loaded
      .filter(({ resourceType = '' }) => isMeant(resourceType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000
  const group = 'Bytes of a first visit'
  const scripts = bytesOf((type) => type === 'Script')
  report({ group, name: `${name}, scripts`, value: scripts, unit: 'kB', atMost: MOST_KB.scripts })
  const all = bytesOf(() => true)
  report({ group, name: `${name}, everything`, value: all, unit: 'kB', atMost: MOST_KB.all })
}

/** With LIGHTHOUSE_REPORTS set to a folder, the whole reports are stored there. */
function keepReport(name: string, { result }: Measured) {
  const folder = process.env.LIGHTHOUSE_REPORTS
  if (!folder) return
  writeFileSync(`${folder}/${name}.html`, String(result.report))
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(result.lhr))
}

await main()
