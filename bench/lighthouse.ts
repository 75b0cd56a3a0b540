import { writeFileSync } from 'node:fs'
import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findChromium } from '../scripts/find-chromium.mjs'
import { root } from '../scripts/prepare.mjs'
import { withDemoShop } from './demo-shop.ts'

const PORT = 3393
const RUNS = 5
const BUDGET = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const LARGEST_SHIFT = 0.02

type Category = keyof typeof BUDGET
type Measured = Record<Category, number> & { shift: number; report: RunnerResult }

/** Lighthouse as it ships: a mid-range phone on a slow network. The middle one of five runs counts. */
async function main() {
  const chrome = await launch({
    chromePath: await findChromium(root),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
  try {
    await withDemoShop(PORT, async ({ url }) => {
      const paths = await pathsOf(url)
      const misses: string[] = []
      for (const [name, path] of Object.entries(paths)) {
        const measured = await measure(url + path, chrome.port)
        misses.push(...judge(name, measured))
        keepReport(name, measured)
      }
      for (const miss of misses) console.error(`Over budget: ${miss}`)
      if (misses.length > 0) process.exitCode = 1
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
  const report = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: Object.keys(BUDGET),
  })
  if (!report) throw new Error(`Lighthouse said nothing about ${url}`)
  const score = (category: Category) =>
    Math.round((report.lhr.categories[category]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    shift: report.lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    report,
  }
}

function judge(name: string, measured: Measured): string[] {
  const { audits } = measured.report.lhr
  const shown = (audit: string) => audits[audit]?.displayValue ?? '?'
  console.log(
    `${name}: performance ${measured.performance}, accessibility ${measured.accessibility}, ` +
      `best practices ${measured['best-practices']}, SEO ${measured.seo}; ` +
      `FCP ${shown('first-contentful-paint')}, LCP ${shown('largest-contentful-paint')}, ` +
      `TBT ${shown('total-blocking-time')}, CLS ${measured.shift.toFixed(3)}`,
  )
  const low = (Object.keys(BUDGET) as Category[])
    .filter((category) => measured[category] < BUDGET[category])
    .map((category) => `${name} ${category} ${measured[category]}, wanted ${BUDGET[category]}`)
  if (measured.shift >= LARGEST_SHIFT) low.push(`${name} shifts by ${measured.shift.toFixed(3)}`)
  return low
}

/** With LIGHTHOUSE_REPORTS set to a folder, the whole reports are stored there. */
function keepReport(name: string, { report }: Measured) {
  const folder = process.env.LIGHTHOUSE_REPORTS
  if (!folder) return
  writeFileSync(`${folder}/${name}.html`, String(report.report))
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(report.lhr))
}

await main()
