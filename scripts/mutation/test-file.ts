import path from 'node:path'
import pLimit from 'p-limit'
import { instrument } from './instrument.ts'
import { type Detected, readDetected, writeDetected } from './last-run.ts'
import type { MoneyFile } from './money-files.ts'
import type { FileResult } from './page.ts'
import { runCopies } from './run-copies.ts'

type Options = { today: string; again: boolean; concurrency: number }

/** So many share a worker: with less, most of the time is starting; with more, one that breaks it spoils more. */
const SHARE_A_WORKER = 40
/** So many share a vitest process, which transforms the sources once. */
const SHARE_A_PROCESS = 10
/** Detected mutants that are tested again, each in a worker of its own. */
const SAMPLE = 3
const MOST_ROUNDS = 4
/** More hits than the tests of unchanged code have, times this, are an endless loop. */
const HIT_FACTOR = 100

/** Changes the file in every way that Stryker knows, one at a time, and runs its tests for each. */
export async function testFile(
  { file, tests }: MoneyFile,
  { today, again, concurrency }: Options,
): Promise<FileResult> {
  const { code, mutants } = await instrument(file)
  const detected = again ? readDetected(file, mutants) : new Map<string, Detected>()
  const judge = judgeWith({ file, code, concurrency })
  const unchanged = await runUnchanged({ file, code, tests })
  const hitLimit = HIT_FACTOR * Math.max(1, ...unchanged.flatMap(({ hits }) => Object.values(hits)))
  const isStatic = (id: string) => unchanged.some(({ hitAtImport }) => hitAtImport.includes(id))
  const found: [string, Detected][] = []
  for (const { test, hits } of unchanged) {
    const left = mutants.map(({ id }) => id).filter((id) => !detected.has(id))
    const shared = left.filter((id) => !isStatic(id) && hits[id])
    const detectedHere = await judge({ test, ids: shared, hitLimit, isolate: false })
    found.push(...detectedHere)
    // Code that runs at import is evaluated once in a worker.
    detectedHere.push(
      ...(await judge({ test, ids: left.filter(isStatic), hitLimit, isolate: true })),
    )
    for (const [id, how] of detectedHere) detected.set(id, how)
    writeDetected(file, mutants, detected)
  }
  for (const [id, { test }] of pick(found)) {
    const [again] = await judge({ test, ids: [id], hitLimit, isolate: true })
    const { key } = mutants.find((mutant) => mutant.id === id) ?? {}
    if (!again) throw new Error(`${file}: detected only together with others: ${key}`)
  }
  const survivors = mutants.filter(({ id }) => !detected.has(id))
  return {
    tested: today,
    detected: detected.size,
    endless: [...detected.values()].filter(({ isEndless }) => isEndless).length,
    survivors: survivors
      .map(({ id, line, mutator, change }) => {
        const isCovered = unchanged.some(({ hits }) => hits[id])
        return { line, mutator, change, isCovered }
      })
      .sort((one, other) => one.line - other.line || (one.change < other.change ? -1 : 1)),
  }
}

type Source = { file: string; code: string }

/** All tests must pass while no mutant is active. */
async function runUnchanged({ file, code, tests }: Source & { tests: string[] }) {
  const copies = tests.map((test) => ({ test }))
  const ran = await runCopies({ file, code, copies, isolate: false })
  return ran.map(({ test, outcome }) => {
    if (!outcome?.isGreen) {
      const { failed, message } = outcome ?? {}
      throw new Error(`${test} fails without any change: ${failed ?? ''} ${message ?? ''}`)
    }
    return { test, hits: outcome.hits, hitAtImport: outcome.hitAtImport }
  })
}

type Wave = { test: string; ids: string[]; hitLimit: number; isolate: boolean }

/**
 * Which of the mutants the test file detects. A mutant may break the worker for those after it, so the last copy in a
 * worker has no mutant: if that one fails, all that failed before it are tested again, each in a worker of its own; so
 * is what a pause of the machine disturbed.
 */
const judgeWith =
  ({ file, code, concurrency }: Source & { concurrency: number }) =>
  async ({ test, ids, hitLimit, isolate }: Wave): Promise<[id: string, Detected][]> => {
    const detected: [string, Detected][] = []
    let open = ids
    let isAlone = isolate
    for (let round = 0; open.length > 0; round++) {
      if (round === MOST_ROUNDS) throw new Error(`${test} has no clear result: ${open.join(', ')}`)
      const limit = pLimit(concurrency)
      const unclear: string[] = []
      let done = 0
      const most = isAlone ? SHARE_A_PROCESS : SHARE_A_WORKER
      const size = Math.min(most, Math.ceil(open.length / concurrency))
      const runs = chunk(open, size).map((mutants) =>
        limit(async () => {
          const copies = mutants.map((mutant) => ({ test, mutant }))
          const all = isAlone ? copies : [...copies, { test, mutant: undefined }]
          const ran = await runCopies({ file, code, copies: all, isolate: isAlone, hitLimit })
          const isSound = isAlone || ran.at(-1)?.outcome?.isGreen === true
          for (const { mutant, outcome } of ran) {
            if (mutant === undefined || outcome?.isGreen) continue
            if (!outcome || outcome.wasPaused || !isSound) unclear.push(mutant)
            else
              detected.push([mutant, { test, name: outcome.failed, isEndless: outcome.isEndless }])
          }
          done += mutants.length
          const alone = isAlone ? ', each alone' : ''
          console.log(`  ${path.basename(test)}: ${done} of ${open.length}${alone}`)
        }),
      )
      await Promise.all(runs)
      open = unclear
      isAlone = true
    }
    return detected
  }

const chunk = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

const pick = <T>(all: T[]) =>
  all
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, SAMPLE)
    .map(({ one }) => one)
