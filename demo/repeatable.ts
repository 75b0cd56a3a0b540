import { createHash } from 'node:crypto'
import { DAY_MS } from '#contract/time.ts'

export type Random = ReturnType<typeof createRandom>

/** Seeded random numbers: the same seed always draws the same, so that two demo shops look alike. */
export function createRandom(seed: number) {
  const next = mulberry32(seed)
  const between = (least: number, most: number) => least + next() * (most - least)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  const happens = (probability: number) => next() < probability

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[whole(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }

  /** So many different ones, in the order drawn; heavier items come sooner. */
  function draw<Item>(items: readonly Item[], count: number, weigh: (item: Item) => number) {
    return items
      .map((item) => ({ item, rank: next() ** (1 / weigh(item)) }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, count)
      .map(({ item }) => item)
  }

  return { between, whole, happens, pick, draw }
}

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same record has the same id in every demo shop, so links and tests can rely on it. */
export function demoId(kind: string, name: string | number) {
  const hex = createHash('sha256').update(`petal-demo/${kind}/${name}`).digest('hex')
  // Version 8 ("custom") and variant 8 make it a valid UUID.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return `${parts.join('-')}-${hex.slice(20, 32)}`
}

const MINUTE_MS = 60_000

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
export const daysAfter = (now: Date, days: number) => daysBefore(now, -days)
export const minutesAfter = (now: Date, minutes: number) =>
  new Date(now.getTime() + minutes * MINUTE_MS)
