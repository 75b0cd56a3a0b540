/** What can be counted about the code, for `npm run check`: docs/code-style.md says what is wanted. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findCycles } from './find-cycles.ts'
import { readImports } from './read-imports.ts'

const FOLDERS = ['contract', 'server', 'web', 'emails', 'clover-simulator', 'demo', 'scripts']
const SHORT = 30
const LONG = 300
/** A cast that switches the type checker off. */
const CAST = /\bas (?:never|any|unknown as)\b/g

async function countCode(root: string) {
  const { files, imports } = await readImports(root, FOLDERS)
  const sources = new Map<string, string>()
  for (const file of files) sources.set(file, await readFile(path.join(root, file), 'utf8'))
  const lines = (file: string) => (sources.get(file) ?? '').split('\n').length - 1
  const own = files.filter((file) => !isTest(file) && !file.endsWith('.gen.ts'))
  const topics = own.filter((file) => !isGivenByForm(file))
  const values = new Map<string, string[]>(files.map((file) => [file, []]))
  for (const { from, to, isType } of imports) if (!isType) values.get(from)?.push(to)
  const functions = await readdir(path.join(root, 'server/database/functions'))
  return {
    files: own.length,
    topics: topics.length,
    short: topics.filter((file) => lines(file) < SHORT),
    long: own.filter((file) => lines(file) > LONG),
    tests: files.filter((file) => /\.test\.tsx?$/.test(file)).length,
    cycles: findCycles(values).length,
    casts: own.flatMap((file) => (sources.get(file) ?? '').match(CAST) ?? []).length,
    functions: functions.filter((file) => file.endsWith('.sql')).length,
  }
}

const isTest = (file: string) =>
  /\.(test|d)\.tsx?$/.test(file) || file.startsWith('server/testing/')

/** One file a route, and the doors of a module: how long they are is not ours to choose. */
const isGivenByForm = (file: string) =>
  file.startsWith('web/routes/') || /\/(index|reads)\.ts$/.test(file)

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const { files, topics, short, long, tests, cycles, casts, functions } = await countCode(root)
  const share = ((100 * short.length) / topics).toFixed(1)
  console.log(`${files} source files, ${tests} test files, ${functions} database functions`)
  console.log(`${short.length} files under ${SHORT} lines (${share} % of ${topics} topics)`)
  const names = long.length > 0 ? `: ${long.join(', ')}` : ''
  console.log(`${long.length} files over ${LONG} lines${names}`)
  console.log(`${cycles} cycles of values, ${casts} casts to never, any or unknown`)
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
