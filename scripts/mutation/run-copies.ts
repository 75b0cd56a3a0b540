import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setInterval } from 'node:timers/promises'
import { type Copy, nameCopies, writeCopies } from './copies.ts'
import type { Outcome } from './reporter.ts'

export type Plan = {
  file: string
  code: string
  copies: Omit<Copy, 'name'>[]
  /** A worker for each copy. Slow: each of them imports the server. */
  isolate: boolean
  hitLimit?: number | undefined
}
export type Ran = Omit<Copy, 'name'> & { outcome: Outcome | null }

const SECOND = 1_000
/** Longer than the timeouts of a test and its hooks together: only a loop that blocks the worker takes longer. */
const LONGEST_SILENCE_SECONDS = 300

const running = new Set<ChildProcess>()
let count = 0

/**
 * Runs copies of test files one after the other, in one vitest process. A copy that blocks it is endless; those after
 * it were not run: their outcome is null.
 */
export async function runCopies({ file, code, copies, isolate, hitLimit }: Plan): Promise<Ran[]> {
  const folder = path.join('.mutation', String(count++))
  const named = nameCopies(copies)
  writeCopies(folder, named)
  writeFileSync(path.join(folder, 'instrumented.ts'), code)
  const ended = await runVitest(folder, {
    MUTATION_FOLDER: folder,
    MUTATION_FILE: file,
    MUTATION_ISOLATE: isolate ? 'yes' : 'no',
    ...(hitLimit && { MUTATION_HIT_LIMIT: String(hitLimit) }),
  })
  const outcomes = new Map(readOutcomes(folder).map((outcome) => [outcome.name, outcome]))
  rmSync(folder, { recursive: true })
  const blocked = named.find(({ name }) => !outcomes.has(name))
  if (blocked && !ended.wasSilent) throw new Error(`vitest ended too early:\n${ended.output}`)
  return named.map((copy) => ({
    ...copy,
    outcome: outcomes.get(copy.name) ?? (copy === blocked ? endless(copy.name) : null),
  }))
}

const outcomesFile = (folder: string) => path.join(folder, 'outcomes.jsonl')

function readOutcomes(folder: string): Outcome[] {
  if (!existsSync(outcomesFile(folder))) return []
  const lines = readFileSync(outcomesFile(folder), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

const endless = (name: string): Outcome => ({
  name,
  isGreen: false,
  failed: null,
  message: 'It blocked the process.',
  isEndless: true,
  wasPaused: false,
  hits: {},
  hitAtImport: [],
})

async function runVitest(folder: string, env: Record<string, string>) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutation.config.ts']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a worker that is blocked does not learn that vitest has ended.
    detached: true,
  })
  running.add(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => output.push(String(text)))
  }
  let isOver = false
  const over = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', reject)
  }).finally(() => {
    isOver = true
  })
  const wasSilent = await Promise.race([over.then(() => false), silence(folder, () => isOver)])
  if (wasSilent) endGroup(child)
  await over
  running.delete(child)
  return { wasSilent, output: output.join('').slice(-4_000) }
}

/** Counts ticks, not time: while a machine sleeps nothing is overdue. */
async function silence(folder: string, isOver: () => boolean) {
  let known = 0
  let ticks = 0
  for await (const _ of setInterval(SECOND)) {
    if (isOver()) return false
    const done = readOutcomes(folder).length
    ticks = done > known ? 0 : ticks + 1
    known = done
    if (ticks > LONGEST_SILENCE_SECONDS) return true
  }
  return false
}

function endGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'ESRCH') throw err
  }
}

/** For when the check itself is ended. */
export function endAll() {
  for (const child of running) endGroup(child)
}
