import { report } from './report/figures.ts'

const SERIES = 9
/** Until V8 has compiled what the question runs. */
const WARM_UP = 200

type Times = { p50: number; p99: number }
export type Compared = { name: string; times: { few: Times; many: Times } }

/** The same question to a small and a large shop in turn, so that a busy machine slows both. */
export async function compare<Subject>(
  question: (subject: Subject) => Promise<unknown>,
  few: Subject,
  many: Subject,
  rounds: number,
) {
  const taken = { few: [] as number[], many: [] as number[] }
  for (let round = -WARM_UP; round < rounds; round++) {
    const times = { few: await time(() => question(few)), many: await time(() => question(many)) }
    if (round < 0) continue
    taken.few.push(times.few)
    taken.many.push(times.many)
  }
  return { few: percentilesOfSeries(taken.few), many: percentilesOfSeries(taken.many) }
}

/**
 * Of several series, the median of each percentile: work of others on the machine falls into few of them. The bench runs
 * with room for new objects (`--max-semi-space-size`): collecting them takes longer than a question, and with the usual
 * size happens in about one of a hundred, so that the p99 would be with or without it by chance.
 */
function percentilesOfSeries(values: number[]): Times {
  const length = Math.ceil(values.length / SERIES)
  const series = Array.from({ length: SERIES }, (_, n) =>
    percentiles(values.slice(n * length, (n + 1) * length)),
  )
  const median = (of: (times: Times) => number) =>
    series.map(of).sort((a, b) => a - b)[Math.floor(SERIES / 2)] ?? 0
  return { p50: median(({ p50 }) => p50), p99: median(({ p99 }) => p99) }
}

async function time(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentiles(values: number[]): Times {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

type Growth = {
  sizes: string
  /** How many times slower the large shop may be. */
  budget?: number
  /** Questions whose answer grows with the shop: what they take in the large one counts. */
  growing?: { questions: string[]; mostMs: number }
}

/** How many times slower the p99 of each question is in the large shop. */
export async function reportGrowth(
  compared: AsyncIterable<Compared>,
  { sizes, budget, growing }: Growth,
) {
  const ms = (value: number) => value.toFixed(1).padStart(4)
  let worst = 0
  for await (const { name, times } of compared) {
    const { few, many } = times
    const slower = many.p99 / few.p99
    console.log(
      `${name.padEnd(36)} p50 ${ms(few.p50)} → ${ms(many.p50)} ms, p99 ${ms(few.p99)} → ${ms(many.p99)} ms, ×${slower.toFixed(2)}`,
    )
    if (growing?.questions.includes(name)) {
      const group = `${sizes}: p99 where more is found, in the large shop`
      report({ group, name, value: many.p99, unit: 'ms', atMost: growing.mostMs })
      continue
    }
    worst = Math.max(worst, slower)
    const group = `${sizes}: growth of the p99`
    report({ group, name, value: slower, unit: 'times', ...(budget && { atMost: budget }) })
  }
  if (budget) console.log(`\n${sizes}: worst ×${worst.toFixed(2)}, budget ×${budget}\n`)
}
