/**
 * Which test shows which statement of docs/specification: `npm run docs:conformance` writes docs/conformance.md,
 * `npm run check:conformance` fails when a statement has no test, a test names a number that does not exist, a
 * number stands twice, or the page is not up to date. It reads files; it runs no test.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const SPECIFICATIONS = [
  { letter: 'S', file: 'docs/specification/storefront.md' },
  { letter: 'B', file: 'docs/specification/back-office.md' },
]
const PAGE = 'docs/conformance.md'
const FOLDERS = [
  'clover-simulator',
  'contract',
  'demo',
  'e2e',
  'emails',
  'scripts',
  'server',
  'web',
]

const STATEMENT = /^- ([A-Z]+(\d+)\.\d+) (.+)$/
const CHANGED =
  /^ {2}Changed(?: by \[decision (\d{3})\]\(\.\.\/decisions\/(\d{3})-[a-z0-9-]+\.md\))?: .+$/
const SHOWS = /^\s*\/\/ Shows ((?:[A-Z]+\d+\.\d+, )*[A-Z]+\d+\.\d+)$/
const CALL = /^\s*(?:test|it|describe)(?:\.\w+)*\(/
const TITLE = /^\s*[\w.]+\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/
const TITLE_AFTER_EACH = /^\s*[\w.]+\.each\([\s\S]*?\)\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/

type Statement = { number: string; text: string; changes: string[] }
type Section = { title: string; statements: Statement[] }
export type Specification = { file: string; title: string; sections: Section[] }
export type MarkedTest = { file: string; title: string; numbers: string[] }
type Read<Result> = { result: Result; problems: string[] }

/** The headings and numbered lines of a specification; other lines state nothing that a test could show. */
export function readSpecification(
  file: string,
  letter: string,
  text: string,
  decisions: string[],
): Read<Specification> {
  const problems: string[] = []
  const specification: Specification = { file, title: '', sections: [] }
  let chapter = ''
  let last: Statement | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${file}:${index + 1}`
    const [, level, heading] = /^(#{1,3}) (.+)$/.exec(line) ?? []
    if (level === '#') specification.title = heading ?? ''
    if (level === '##') chapter = heading ?? ''
    if (level === '##' || level === '###') {
      const title = level === '##' ? chapter : `${chapter}: ${heading}`
      specification.sections.push({ title, statements: [] })
    }
    if (line.startsWith('- ')) {
      const [, number = '', section, words = ''] = STATEMENT.exec(line) ?? []
      last = { number, text: words, changes: [] }
      if (!number.startsWith(letter)) problems.push(`${place}: a line without a number`)
      else if (!chapter.startsWith(`${section}.`)) problems.push(`${place}: ${number} is elsewhere`)
      else specification.sections.at(-1)?.statements.push(last)
    } else if (line.startsWith(' ')) {
      const [match, named, linked] = CHANGED.exec(line) ?? []
      const exists = !named || (named === linked && decisions.some((name) => line.includes(name)))
      if (!match || !last) problems.push(`${place}: not in the form "Changed: …"`)
      else if (!exists) problems.push(`${place}: decision ${named} does not exist`)
      else last.changes.push(line.trim())
    } else last = undefined
  }
  return { result: specification, problems }
}

/** The tests of a file that have a line `// Shows S2.14, S2.15` among the comments directly above them. */
export function readTests(file: string, text: string): Read<MarkedTest[]> {
  const problems: string[] = []
  const tests: MarkedTest[] = []
  const lines = text.split('\n')
  let numbers: string[] = []
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`
    const [, named] = SHOWS.exec(line) ?? []
    if (named) numbers.push(...named.split(', '))
    else if (/^\s*\/\/ Shows [A-Z]+\d/.test(line)) {
      problems.push(`${place}: not in the form "// Shows S2.14, S2.15"`)
    } else if (numbers.length > 0 && !/^\s*(?:\/\/|\*|\/\*)/.test(line)) {
      const title = CALL.test(line) ? titleOf(lines.slice(index).join('\n')) : undefined
      if (title === undefined) problems.push(`${place}: no test below "// Shows ${numbers[0]}"`)
      else tests.push({ file, title, numbers })
      numbers = []
    }
  }
  return { result: tests, problems }
}

function titleOf(source: string): string | undefined {
  const pattern = /^\s*[\w.]+\.each\(/.test(source) ? TITLE_AFTER_EACH : TITLE
  return pattern.exec(source)?.[2]?.replaceAll(/\\(['"`])/g, '$1')
}

/** What is wrong with numbers: statements that no test shows, unknown ones, and those that stand twice. */
export function compareNumbers(specifications: Specification[], tests: MarkedTest[]): string[] {
  const problems: string[] = []
  const known = new Set<string>()
  for (const { number } of statementsOf(specifications)) {
    if (known.has(number)) problems.push(`${number} stands twice in the specification`)
    known.add(number)
  }
  const shown = new Set<string>()
  for (const { file, title, numbers } of tests) {
    for (const [index, number] of numbers.entries()) {
      shown.add(number)
      if (!known.has(number))
        problems.push(`${file}: "${title}" shows ${number}: no such statement`)
      if (numbers.indexOf(number) < index) problems.push(`${file}: "${title}" has ${number} twice`)
    }
  }
  for (const number of known) if (!shown.has(number)) problems.push(`${number}: no test shows it`)
  return problems
}

const statementsOf = (specifications: Specification[]) =>
  specifications.flatMap(({ sections }) => sections.flatMap(({ statements }) => statements))

export function writePage(specifications: Specification[], tests: MarkedTest[]): string {
  const statements = statementsOf(specifications)
  const changed = statements.filter(({ changes }) => changes.length > 0).length
  const lines = [
    '# Conformance',
    '',
    `${statements.length} statements of two specifications, shown by ${tests.length} tests. A decision changed ${changed} of them, and says how.`,
    '',
    'Written by `npm run docs:conformance` from the numbered lines of the specifications and the `// Shows …` lines above tests.',
  ]
  for (const { file, title, sections } of specifications) {
    lines.push('', `## [${title}](${path.posix.relative('docs', file)})`)
    for (const section of sections) {
      if (section.statements.length === 0) continue
      lines.push('', `### ${section.title}`, '')
      lines.push('| Number | Statement | Tests | Decision |', '|---|---|---|---|')
      for (const statement of section.statements) lines.push(writeRow(statement, tests))
    }
  }
  return `${lines.join('\n')}\n`
}

function writeRow({ number, text, changes }: Statement, tests: MarkedTest[]): string {
  const shown = tests
    .filter(({ numbers }) => numbers.includes(number))
    .map(({ file, title }) => `[${path.posix.basename(file)}](../${file}): ${inCell(title)}`)
  const decisions = changes.map((change) =>
    change.replaceAll('../decisions/', 'decisions/').replaceAll('|', '\\|'),
  )
  return `| ${number} | ${inCell(text)} | ${shown.join('<br>')} | ${decisions.join('<br>')} |`
}

/** As text of a table's cell: nothing in it is read as Markdown or HTML. */
const inCell = (text: string) => text.replaceAll(/[\\|*_[\]`]/g, '\\$&').replaceAll('<', '&lt;')

async function readProject(root: string) {
  const read = (file: string) => readFile(path.join(root, file), 'utf8')
  const decisions = await readdir(path.join(root, 'docs/decisions'))
  const specifications = await Promise.all(
    SPECIFICATIONS.map(async ({ file, letter }) =>
      readSpecification(file, letter, await read(file), decisions),
    ),
  )
  const names = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((name) =>
        path.posix.join(folder, name.replaceAll(path.sep, '/')),
      ),
    ),
  )
  const files = names.flat().filter((name) => /(?<!\.soak)\.(?:test\.tsx?|spec\.ts)$/.test(name))
  const tests = await Promise.all(
    files.sort().map(async (file) => readTests(file, await read(file))),
  )
  return {
    specifications: specifications.map(({ result }) => result),
    tests: tests.flatMap(({ result }) => result),
    problems: [...specifications, ...tests].flatMap(({ problems }) => problems),
  }
}

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const { specifications, tests, problems } = await readProject(root)
  problems.push(...compareNumbers(specifications, tests))
  const page = writePage(specifications, tests)
  if (process.argv.includes('--check')) {
    const written = await readFile(path.join(root, PAGE), 'utf8').catch(() => '')
    if (written !== page) problems.push(`${PAGE} is not up to date: npm run docs:conformance`)
  } else await writeFile(path.join(root, PAGE), page)
  for (const problem of problems) console.error(problem)
  const count = statementsOf(specifications).length
  console.log(
    `${count} statements, ${tests.length} tests that show them, ${problems.length} problems`,
  )
  if (problems.length > 0) process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
