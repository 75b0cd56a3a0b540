import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../platform/rpc.ts'
import type { PageCache } from './page-cache.ts'
import { registerShopFigures } from './shop-figures.ts'

/** Prometheus figures of this process, and of the whole shop. */
export function createMetrics(cache: PageCache, context: AppContext) {
  const registry = new Registry()
  registry.setDefaultLabels({ process: String(process.pid) })
  collectDefaultMetrics({ register: registry })
  registerShopFigures(registry, context)
  const registers = [registry]

  new Gauge({
    name: 'petal_page_cache_hits',
    help: 'Answers served from the page cache since the start',
    registers,
    collect() {
      this.set(cache.counts.hits)
    },
  })
  new Gauge({
    name: 'petal_page_cache_renders',
    help: 'Answers that had to be made since the start',
    registers,
    collect() {
      this.set(cache.counts.renders)
    },
  })
  const seconds = new Histogram({
    name: 'petal_http_request_seconds',
    help: 'Duration of requests that were not answered from the page cache',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const errors = new Counter({
    name: 'petal_http_errors_total',
    help: 'Answers with a status of 500 or more',
    registers,
  })

  return {
    observe(method: string, route: string, status: number, duration: number) {
      seconds.observe({ method, route, status }, duration)
      if (status >= 500) errors.inc()
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
