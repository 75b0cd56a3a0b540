/**
 * `npm run bench`: every bench, one after the other, and docs/performance.md from what they measured.
 * `npm run bench -- pages start` runs those two and leaves the figures of the others as they are.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, OVER_BUDGET } from './report/figures.ts'
import { renderReport } from './report/page.ts'
import { addRun, describeRun, RUNS_FILE, type Runs, readRuns } from './report/runs.ts'

const PREFIX = 'bench:'
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const BENCHES = Object.keys(scripts)
  .filter((name) => name.startsWith(PREFIX))
  .map((name) => name.slice(PREFIX.length))

async function main(named: string[]) {
  const unknown = named.filter((name) => !BENCHES.includes(name))
  if (unknown.length > 0) {
    throw new Error(`No such bench: ${unknown.join(', ')}. Choose from ${BENCHES.join(', ')}.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'petal-figures-'))
  const over: string[] = []
  const broken: string[] = []
  try {
    for (const bench of named.length > 0 ? named : BENCHES) {
      console.log(`\n── ${bench} ${'─'.repeat(60)}\n`)
      const [load = 0] = loadavg()
      const { figures, code } = await run(bench, join(folder, bench))
      if (code === OVER_BUDGET) over.push(bench)
      else if (code !== 0) broken.push(bench)
      // One that broke off measured a part: the last whole one stays.
      if (code === 0 || code === OVER_BUDGET) {
        writeReport(addRun(readRuns(), bench, describeRun(figures, load)))
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (over.length > 0) console.error(`\nOver budget: ${over.join(', ')}`)
  if (broken.length > 0) console.error(`\nBroke off: ${broken.join(', ')}`)
  if (over.length + broken.length > 0) process.exitCode = 1
}

async function run(bench: string, file: string) {
  const child = spawn('npm', ['run', '--silent', PREFIX + bench], {
    env: { ...process.env, BENCH_FIGURES: file },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { code, figures: lines.map((line): Figure => JSON.parse(line)) }
}

/** After each bench, so that a run of hours that breaks off has not measured in vain. */
function writeReport(runs: Runs) {
  writeFileSync(RUNS_FILE, `${JSON.stringify(runs, null, 2)}\n`)
  rmSync('docs/performance', { recursive: true, force: true })
  mkdirSync('docs/performance')
  for (const [file, text] of Object.entries(renderReport(runs))) {
    writeFileSync(join('docs', file), text)
  }
}

await main(process.argv.slice(2))
