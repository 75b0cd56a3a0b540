// @ts-check
/**
 * `npm test`: check, unit and e2e, the tests to wait for after a change. `npm run test:rest`: all others that are no
 * soak tests; CI runs both. `npm test -- unit e2e` selects steps; what follows a selected step goes to its tool:
 * `npm test -- unit orders`, `npm test -- e2e cart`, which also runs tests without the tag @core. The soak tests run
 * only when selected (`npm run test:soak`).
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { prepareBuild, prepareInstall, root } from './prepare.mjs'
import { elapsed, explain, run } from './progress.mjs'

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Count */
/** @typedef {{ title: string, run: (rest: string[]) => Promise<Count> }} Step */

const NONE = { passed: 0, failed: 0 }
/** The tag of browser tests that show a whole path of shoppers or of the owner. */
const CORE = '@core'
const reports = await mkdtemp(path.join(tmpdir(), 'petal-reports-'))

/** @type {Record<string, Step>} */
const steps = {
  install: { title: 'Packages', run: () => prepareInstall().then(() => NONE) },
  build: { title: 'Build', run: () => prepareBuild().then(() => NONE) },
  check: { title: 'Types, lint, imports, unused code', run: check },
  unit: { title: 'Tests of the parts (Vitest)', run: unit },
  e2e: {
    title: 'Tests in the browser (Playwright)',
    run: (rest) => e2e(rest.length > 0 ? rest : [`--grep=${CORE}`]),
  },
  'unit-rest': {
    title: 'Slow tests of the parts (Vitest)',
    run: (rest) => unit(['--config=vitest.rest.config.ts', ...rest]),
  },
  'e2e-rest': {
    title: 'All other tests in the browser (Playwright)',
    run: (rest) => e2e([`--grep-invert=${CORE}`, ...rest]),
  },
  soak: {
    title: 'Soak tests (Vitest)',
    run: (rest) => unit(['--config=vitest.soak.config.ts', '--passWithNoTests', ...rest]),
  },
  'soak-e2e': {
    title: 'Soak tests in the browser (Playwright)',
    run: (rest) => e2e(['--pass-with-no-tests', ...rest], { SOAK: 'true' }),
  },
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let running
// A signal also ends what was started, and no further step begins.
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    running?.kill(signal)
    process.exit(1)
  })
}

const { selected, rest } = readArguments(process.argv.slice(2))
const results = await runAll(selected)
await rm(reports, { recursive: true, force: true })
summarise(results)

/** @param {string[]} args */
function readArguments(args) {
  const byDefault = ['check', 'unit', 'e2e']
  const names = [...byDefault, 'unit-rest', 'e2e-rest', 'soak', 'soak-e2e']
  const firstOther = args.findIndex((arg) => !names.includes(arg))
  const chosen = firstOther === -1 ? args : args.slice(0, firstOther)
  const others = firstOther === -1 ? [] : args.slice(firstOther)
  if (chosen.length > 0 || others.length === 0) {
    return { selected: chosen.length > 0 ? chosen : byDefault, rest: others }
  }
  console.error(`Unknown step "${others[0]}". Choose from: ${names.join(', ')}.`)
  process.exit(2)
}

/** @param {string[]} names */
async function runAll(names) {
  const installed = await runStep('install')
  if (installed.count.failed > 0) return [installed]
  // Types and lint need the packages alone, so they are checked while the shop is built.
  const beside = names.filter((name) => name === 'check')
  const [built, ...checked] = await Promise.all(['build', ...beside].map(runStep))
  const done = [installed, ...(built ? [built] : []), ...checked]
  if (built?.count.failed) return done
  for (const name of names.filter((name) => name !== 'check')) done.push(await runStep(name))
  return done
}

/** @param {string} name */
async function runStep(name) {
  const { title, run } = /** @type {Step} */ (steps[name])
  console.log(`\n── ${title} ${'─'.repeat(Math.max(3, 70 - title.length))}\n`)
  const start = performance.now()
  const count = await run(rest).catch((error) => {
    explain(error)
    return { passed: 0, failed: 1 }
  })
  return { title, count, time: elapsed(start) }
}

/** @param {{ title: string, count: Count, time: string }[]} all */
function summarise(all) {
  console.log(`\n── Summary ${'─'.repeat(63)}\n`)
  for (const { title, count, time } of all) {
    const counted = count.passed + count.failed > 0
    const numbers = counted ? `, ${count.passed} passed, ${count.failed} failed` : ''
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${title} (${time}${numbers})`)
    for (const failure of count.failures ?? []) console.log(`    ${failure}`)
  }
  const passed = all.reduce((sum, { count }) => sum + count.passed, 0)
  const failed = all.reduce((sum, { count }) => sum + count.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Shown only if it fails, since the build prints its progress meanwhile. */
async function check() {
  await run('npm', ['run', '--silent', 'check'], { cwd: root })
  return NONE
}

/** @param {string[]} args */
async function unit(args) {
  const file = path.join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await show(bin('vitest'), ['run', ...reporters, ...args])
  const report = await readReport(file)
  const counted = count(code, report?.numPassedTests, report?.numFailedTests)
  return { ...counted, failures: failuresOfVitest(report?.testResults ?? []) }
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} [extra]
 */
async function e2e(args, extra = {}) {
  const file = path.join(reports, 'playwright.json')
  const CHROMIUM_PATH = await findChromium(root)
  const env = { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...extra }
  const code = await show(bin('playwright'), ['test', '--reporter=list,json', ...args], env)
  const report = await readReport(file)
  const counted = count(code, report?.stats.expected, report?.stats.unexpected)
  return { ...counted, failures: failuresOfPlaywright(report?.suites ?? []) }
}

/**
 * A run that failed without a failed test, such as a file that cannot be read, counts as one.
 * @param {number} code
 * @param {number} [passed]
 * @param {number} [failed]
 */
function count(code, passed = 0, failed = 0) {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/**
 * A file that failed before its first test is named alone.
 * @param {any[]} files
 * @returns {string[]}
 */
function failuresOfVitest(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(root, name)
      const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
      return failed.length === 0
        ? [file]
        : failed.map((/** @type {any} */ test) => `${file} › ${test.fullName}`)
    })
}

/**
 * @param {any[]} suites
 * @returns {string[]}
 */
function failuresOfPlaywright(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => `${spec.file}:${spec.line} › ${spec.title}`),
    ...failuresOfPlaywright(inner),
  ])
}

/** @param {string} file @returns {Promise<any>} */
async function readReport(file) {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined)
}

/** @param {string} name */
function bin(name) {
  return path.join(root, 'node_modules/.bin', name)
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
function show(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' })
    const child = spawn(command, args, { ...options, env: { ...process.env, ...env } })
    running = child
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
