export type Admission = ReturnType<typeof createAdmission>

/** More work waits than can be done in time. The caller answers 503 at once instead of letting all requests wait. */
export class OverloadedError extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many requests wait already')
    this.name = 'OverloadedError'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Options = {
  /** How many run at the same time. */
  concurrency: number
  /** The longest wait in the queue that is worth it. */
  maxWaitMs: number
  clock?: () => number
}

/** How quickly the average follows: each new duration counts for a tenth. */
const SMOOTHING = 0.1
/** Assumed until the first one is done. */
const FIRST_DURATION_MS = 20

/**
 * A semaphore with a bounded queue: what would wait longer than `maxWaitMs`, judged by the average duration
 * of the work so far, is refused at once.
 */
export function createAdmission({
  concurrency,
  maxWaitMs,
  clock = () => performance.now(),
}: Options) {
  const queue: (() => void)[] = []
  let running = 0
  let averageMs = FIRST_DURATION_MS

  const expectedWaitMs = () => (queue.length * averageMs) / concurrency

  const isOverloaded = () => running >= concurrency && expectedWaitMs() > maxWaitMs

  async function enter() {
    if (running < concurrency) {
      running++
      return
    }
    if (isOverloaded()) {
      throw new OverloadedError(Math.ceil(maxWaitMs / 1000))
    }
    // The one who leaves hands over its place.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave() {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    /** What is asked for now would be refused. */
    isOverloaded,

    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      await enter()
      const start = clock()
      try {
        return await work()
      } finally {
        averageMs += SMOOTHING * (clock() - start - averageMs)
        leave()
      }
    },
  }
}
