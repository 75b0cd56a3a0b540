import {
  DIRECT,
  hostOf,
  isCountedPath,
  productOfPath,
  SEEN_PATH,
  type SeenStep,
  sourceOf,
} from '#contract/visit-source.ts'
import { readVisit, type Visit, writeVisit } from '../../lib/visit-record.ts'

const MOST_PRODUCTS = 200

/**
 * Reports what the server cannot see: pages that the browser opened by itself, the cart and the checkout. The server
 * has counted the arrival, and the product of that page. A reload goes on with the visit of its tab.
 */
export function createReports(send = sendReport) {
  const visit = beginVisit()
  writeVisit(visit)

  return (step: SeenStep, product?: string) => {
    const known = step === 'checkout' ? [] : visit[step]
    if (product !== undefined && (known.includes(product) || known.length >= MOST_PRODUCTS)) return
    const isFirst = !visit.steps.includes(step)
    if (step === 'checkout' && !isFirst) return
    if (isFirst) visit.steps.push(step)
    if (product !== undefined) known.push(product)
    writeVisit(visit)
    send({
      step,
      source: visit.source,
      ...(product !== undefined && { product }),
      ...(isFirst && { first: '' }),
    })
  }
}

/** A report is sent even if the page is left at once. */
function sendReport(report: Record<string, string>) {
  navigator.sendBeacon(`${SEEN_PATH}?${new URLSearchParams(report)}`)
}

function beginVisit(): Visit {
  const known = readVisit()
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const first = new URL(opened?.name ?? location.href, location.href)
  const isOwn = hostOf(document.referrer) === hostOf(location.href)
  if (opened?.type !== 'navigate' || isOwn || !isCountedPath(first.pathname)) {
    // A tab that was opened from another one has no visit: that one has seen a product, most likely.
    return known ?? { source: DIRECT, steps: ['view'], view: [], cart: [] }
  }
  const source = sourceOf(first.search, document.referrer)
  const product = productOfPath(first.pathname.toLowerCase())
  return {
    // Typing the address does not make somebody a stranger who came through an advertisement.
    source: source === DIRECT ? (known?.source ?? source) : source,
    steps: product ? ['view'] : [],
    view: product ? [product] : [],
    cart: [],
  }
}
