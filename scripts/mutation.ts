/**
 * `npm run test:mutation`: how many changes of what decides money the tests detect. Writes docs/mutation.md and fails
 * on a change that no test detects and nobody explained. `npm run test:mutation -- totals refunds` tests the files with
 * these words in their names; `--again` only what the last run on this machine did not know or detect.
 * `--page` writes the page from the last results.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTemplate } from '#server/testing/global-setup.ts'
import { EXPLAINED } from './mutation/explained.ts'
import { MONEY_FILES } from './mutation/money-files.ts'
import { findProblems, type Results, renderPage, totalScore, untestedOf } from './mutation/page.ts'
import { endAll } from './mutation/run-copies.ts'
import { testFile } from './mutation/test-file.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const RESULTS = path.join(root, 'scripts/mutation/results.json')
const PAGE = path.join(root, 'docs/mutation.md')
const TOOLS = ['@stryker-mutator/instrumenter', 'vitest']

process.chdir(root)
// The tests run in processes of their own, which do not end with this one.
for (const event of ['SIGINT', 'SIGTERM', 'exit']) process.once(event, endAll)
const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const chosen = MONEY_FILES.filter(
  ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
)

const read = (): Results => JSON.parse(readFileSync(RESULTS, 'utf8'))

const names = MONEY_FILES.map(({ file }) => file)

/** After each file, so that a run that is ended has not been in vain. */
function write(results: Results) {
  const files = Object.fromEntries(
    names.flatMap((file) => {
      const result = results.files[file]
      return result ? [[file, result]] : []
    }),
  )
  const sorted = { ...results, files }
  writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(PAGE, renderPage(sorted, EXPLAINED, names))
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version

async function testAll() {
  const database = chosen.some(({ needsDatabase }) => needsDatabase)
    ? await startTemplate()
    : undefined
  try {
    for (const one of chosen) {
      if (one.needsDatabase && database) process.env.TEST_TEMPLATE_URL = database.templateUrl
      else delete process.env.TEST_TEMPLATE_URL
      console.log(`\n${one.file}`)
      const result = await testFile(one, {
        today: new Date().toISOString().slice(0, 10),
        again: args.includes('--again'),
        concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
      })
      const versions = Object.fromEntries(TOOLS.map((name) => [name, versionOf(name)]))
      const before = read()
      write({ versions, files: { ...before.files, [one.file]: result } })
      const { detected, survivors } = result
      console.log(`${detected} of ${detected + survivors.length} changes are detected`)
    }
  } finally {
    await database?.stop()
  }
}

if (args.includes('--page')) write(read())
else await testAll()

const results = read()
const untested = untestedOf(results, names).map((file) => `${file} was not tested.`)
const problems = [...findProblems(results, EXPLAINED, names), ...untested]
for (const problem of problems) console.error(problem)
console.log(`${totalScore(results).toFixed(1)} % of all changes are detected (docs/mutation.md)`)
process.exitCode = problems.length > 0 ? 1 : 0
