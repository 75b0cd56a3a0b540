import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { mutantOf } from './copies.ts'

/** What Stryker's instrumented code reads and counts. */
type Namespace = {
  activeMutant?: string | undefined
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number> }
}

declare module 'vitest' {
  interface TaskMeta {
    /** How often the code of each mutant ran, and which of it while the test file was imported. */
    hits?: Record<string, number>
    hitAtImport?: string[]
    /** The mutant ran so often that it is an endless loop. */
    isEndless?: boolean
    /** The process stood still, so that its timeouts mean nothing. */
    wasPaused?: boolean
  }
}

const SECOND = 1_000
const LONGEST_PAUSE_SECONDS = 10

/**
 * A setup file, evaluated for each copy of a test file: activates the mutant that the name of the copy says. The worker
 * is shared by many copies, which import the server once.
 */
const scope = globalThis as { __stryker__?: Namespace }
scope.__stryker__ ??= {}
const stryker = scope.__stryker__
stryker.activeMutant = mutantOf(expect.getState().testPath ?? '')
stryker.hitCount = 0
stryker.hitLimit = Number(process.env.MUTATION_HIT_LIMIT ?? Number.POSITIVE_INFINITY)

const before = { ...stryker.mutantCoverage?.static }
/** Of this copy alone. */
const hitsNow = () =>
  Object.fromEntries(
    Object.entries(stryker.mutantCoverage?.static ?? {})
      .map(([id, hits]) => [id, hits - (before[id] ?? 0)] as const)
      .filter(([, hits]) => hits > 0),
  )

let hitAtImport: string[] = []
beforeAll(() => {
  hitAtImport = Object.keys(hitsNow())
})

// One failed test is enough; later ones may wait in vain for what it should have done.
let hasFailed = false
beforeEach(({ skip }) => {
  if (hasFailed) skip()
})
afterEach(({ task }) => {
  hasFailed ||= task.result?.state === 'fail'
})

let wasPaused = false
let lastTick = process.uptime()
const ticks = setInterval(() => {
  const now = process.uptime()
  wasPaused ||= now - lastTick > LONGEST_PAUSE_SECONDS
  lastTick = now
}, SECOND)

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern, and wants one.
afterAll(({}, { meta }) => {
  clearInterval(ticks)
  const { hitCount = 0, hitLimit = 0 } = stryker
  Object.assign(meta, { hits: hitsNow(), hitAtImport, isEndless: hitCount > hitLimit, wasPaused })
})
