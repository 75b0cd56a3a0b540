import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PageCache } from './page-cache.ts'

type Parts = {
  cache: PageCache
  freeDiskBytes: () => Promise<number>
  storedBytes: () => Promise<number>
}

/** Prometheus figures of this process. */
export function createMetrics({ cache, freeDiskBytes, storedBytes }: Parts) {
  const registry = new Registry()
  registry.setDefaultLabels({ process: String(process.pid) })
  collectDefaultMetrics({ register: registry })
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
  new Gauge({
    name: 'petal_free_disk_bytes',
    help: 'Free space where uploads are received; under MIN_FREE_DISK_MB they are refused',
    registers,
    async collect() {
      this.set(await freeDiskBytes().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'petal_stored_file_bytes',
    help: 'What all uploaded files take, without the sizes made from them',
    registers,
    async collect() {
      this.set(await storedBytes().catch(() => Number.NaN))
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
