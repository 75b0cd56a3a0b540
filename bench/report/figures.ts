import { appendFileSync } from 'node:fs'

/** One measured number. A budget is at most or at least; without one it is only shown. */
export type Figure = {
  /** What is compared: the figures of a group share a table and a chart. */
  group: string
  name: string
  value: number
  unit: Unit
  atMost?: number
  atLeast?: number
}

export type Unit = 'share' | 'times' | 'ms' | 's' | 'MB' | 'kB' | 'points' | 'a second' | 'count'

const DIGITS: Record<Unit, number> = {
  share: 3,
  times: 2,
  ms: 1,
  s: 0,
  MB: 0,
  kB: 1,
  points: 0,
  'a second': 0,
  count: 0,
}

/** How a bench ends that measured everything, and not everything within its budget. */
export const OVER_BUDGET = 3

/**
 * Every bench hands its figures over here. Over budget, the bench fails; `npm run bench` names the file that they are
 * written to, and joins them to docs/performance.md.
 */
export function report(figure: Figure) {
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
  if (isWithin(figure)) return
  console.error(
    `Over budget: ${figure.group}, ${figure.name}: ${written(figure)}, ${budgetOf(figure)}`,
  )
  process.exitCode = OVER_BUDGET
}

/** What could not be measured is not a number, and not within anything. */
export const isWithin = ({ value, atMost, atLeast }: Figure) =>
  Number.isFinite(value) &&
  (atMost === undefined || value <= atMost) &&
  (atLeast === undefined || value >= atLeast)

export const written = ({ value, unit }: Pick<Figure, 'value' | 'unit'>) => {
  // JSON has no infinite numbers.
  if (!Number.isFinite(value ?? Number.NaN)) return 'none'
  const digits = DIGITS[unit]
  const number = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  if (unit === 'times') return `×${number}`
  return unit === 'share' || unit === 'count' ? number : `${number} ${unit}`
}

/** 1000000 as people read it. */
export const thousands = (value: number) => value.toLocaleString('en-US')

export function budgetOf({ unit, atMost, atLeast }: Figure) {
  const limits = [
    atMost === undefined ? [] : `at most ${written({ value: atMost, unit })}`,
    atLeast === undefined ? [] : `at least ${written({ value: atLeast, unit })}`,
  ]
  return limits.flat().join(', ')
}
