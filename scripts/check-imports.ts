/**
 * Who may import whom: the rules of docs/architecture.md, by the numbers they have there.
 * What depends on the modules that exist stands in TABLES.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findCycles } from './find-cycles.ts'
import { type Import, readImports } from './read-imports.ts'

const FOLDERS = ['contract', 'server', 'web', 'emails', 'clover-simulator', 'demo']

export type Tables = {
  /** Rule 3: which modules a module may import, through their index.ts. */
  modules: Record<string, string[]>
  /** Rule 1: the only files outside server/platform that it may import. */
  knownToPlatform: string[]
  /** Rule 2: what emails may import of the contract besides types. */
  knownToEmails: string[]
  /** Rule 2: where the server may import the demo and the simulator. */
  programs: string
}

const TABLES: Tables = {
  modules: {
    accounts: ['consent', 'orders'],
    backups: ['media'],
    catalog: ['media', 'redirects'],
    chat: ['catalog', 'orders'],
    connections: [],
    consent: [],
    content: ['consent', 'media'],
    insights: ['backups', 'catalog', 'chat', 'content', 'mail', 'orders', 'payments', 'reviews'],
    mail: ['catalog', 'consent', 'orders'],
    media: [],
    notifications: [],
    ownership: [
      'accounts',
      'backups',
      'catalog',
      'chat',
      'content',
      'mail',
      'media',
      'orders',
      'payments',
      'returns',
      'reviews',
    ],
    orders: ['catalog', 'consent', 'shipping', 'tax'],
    payments: ['orders'],
    redirects: [],
    returns: ['catalog', 'media', 'orders', 'payments'],
    reviews: ['accounts', 'catalog', 'media', 'orders'],
    shipping: [],
    tax: [],
    visits: [],
    setup: ['accounts', 'catalog', 'content', 'mail', 'payments', 'shipping'],
  },
  // The type of a mail travels through the job queue.
  knownToPlatform: [
    'contract/errors.ts',
    'contract/policy.ts',
    'contract/rights.ts',
    'contract/key-scopes.ts',
    'contract/paging.ts',
    'contract/time.ts',
    // Who changed what, and which lists are stale: the same for every domain.
    'contract/insights.ts',
    'emails/catalogue.ts',
  ],
  knownToEmails: ['contract/charges.ts', 'contract/money.ts'],
  programs: 'server/programs',
}

export type Violation = { file: string; line: number; rule: number; message: string }

type Rule = (one: Import, tables: Tables) => string | undefined

export async function checkImports(root: string, tables = TABLES): Promise<Violation[]> {
  const { files, imports } = await readImports(root, FOLDERS)
  const broken = imports.flatMap((one) =>
    Object.entries(RULES).flatMap(([rule, check]) => {
      const message = check(one, tables)
      return message ? [{ file: one.from, line: one.line, rule: Number(rule), message }] : []
    }),
  )
  return [...broken, ...(await foreignStatements(root, files)), ...fileCycles(files, imports)]
}

const RULES: Record<number, Rule> = {
  1({ from, to }, { knownToPlatform }) {
    if (isIn(from, 'contract') && !isIn(to, 'contract') && !isContractPackage(to)) {
      return `contract imports only zod and @orpc/contract, not ${to}`
    }
    if (isIn(from, 'web/ui') && !isIn(to, 'web/ui', 'web/lib') && isOurs(to)) {
      return `web/ui knows no domain, so it imports only web/ui and web/lib, not ${to}`
    }
    const isPlatform = isIn(from, 'server/platform') && !isTest(from)
    if (isPlatform && !isIn(to, 'server/platform') && isOurs(to)) {
      if (knownToPlatform.includes(to)) return undefined
      return `server/platform knows no domain, so it does not import ${to}`
    }
    return undefined
  },

  2({ from, to, isType }, { programs, knownToEmails }) {
    if (isIn(from, 'web') && isOurs(to) && !isIn(to, 'web', 'contract')) {
      return `web imports web and contract, never ${to}`
    }
    if (isIn(from, 'emails') && isOurs(to) && !isIn(to, 'emails')) {
      if (!isIn(to, 'contract')) return `emails import only the contract, not ${to}`
      if (!isType && !knownToEmails.includes(to)) {
        return `emails import only types of the contract: write "import type" for ${to}`
      }
    }
    const isFree = isTest(from) || (isIn(from, programs) && isIn(to, 'demo', 'clover-simulator'))
    const isServers = isIn(to, 'server', 'contract', 'emails', 'web', 'dist')
    if (isIn(from, 'server') && isOurs(to) && !isServers && !isFree) {
      return `server imports server, contract and emails, not ${to}`
    }
    return undefined
  },

  3({ from, to }, { modules }) {
    const [importer, imported] = [moduleOf(from), moduleOf(to)]
    if (!importer || !imported || importer === imported || isTest(from)) return undefined
    if (isForeignKey(from, to)) return undefined
    // Reads change nothing, so every module may import them; rule 7 prevents cycles.
    if (to === `server/modules/${imported}/reads.ts`) return undefined
    const allowed = modules[importer] ?? []
    if (!allowed.includes(imported)) {
      const known = allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other module'
      return `${importer} may import ${known}, not ${imported}`
    }
    const door = `server/modules/${imported}/index.ts`
    return to === door ? undefined : `modules meet through index.ts: import ${door}, not ${to}`
  },

  4({ from, to }) {
    const owner = moduleOf(to)
    if (!owner || !isTable(to) || moduleOf(from) === owner) return undefined
    if (isTest(from) || isIn(from, 'demo') || isForeignKey(from, to)) return undefined
    return `only the module ${owner} touches its tables, so ${to} is not imported from elsewhere`
  },

  5({ from, to }) {
    const [importer, imported] = [featureOf(from), featureOf(to)]
    if (!importer || !imported || importer === imported || imported === KIT) return undefined
    return `${importer} does not import its sibling ${imported}: routes compose them`
  },

  6({ from, to }) {
    if (!isIn(from, 'server') || !isIn(to, 'web')) return undefined
    return `the server knows only the built render entry of the web, not ${to}`
  },

  // Rule 7 is about all imports together.

  8({ from, to }) {
    // The generated tree of routes: each route refers to the router's type, and the router to the tree.
    if (from.endsWith('.gen.ts')) return undefined
    if (!isOurs(to) || /\.(tsx?|m?js|json|css|md)$/.test(to)) return undefined
    return `an import names its file with the extension, or nobody follows it: ${to}`
  },
}

function isIn(file: string, ...folders: string[]) {
  return folders.some((folder) => file.startsWith(`${folder}/`))
}

const isOurs = (file: string) => !file.startsWith('npm:')
const isContractPackage = (file: string) => /^npm:(zod|@orpc\/contract)(\/|$)/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || isIn(file, 'server/testing')
/** Tables may point to each other: a foreign key reads and writes nothing. */
const isForeignKey = (from: string, to: string) => isTable(from) && isTable(to)
const isTable = (file: string) => file.endsWith('.table.ts')
const moduleOf = (file: string) => /^server\/modules\/([^/]+)\//.exec(file)?.[1]
/** What all screens of the back office share. */
const KIT = 'web/admin/kit'
const featureOf = (file: string) => /^web\/(?:features|admin)\/[^/]+(?=\/)/.exec(file)?.[0]

const TABLE = /\bpgTable\(\s*'(\w+)'/g
const STATEMENT = /\b(?:from|join|into|update|table)\s+"?(\w+)"?/gi

/** Rule 4 also for SQL in texts, which imports no table. */
async function foreignStatements(root: string, files: string[]): Promise<Violation[]> {
  const read = (file: string) => readFile(path.join(root, file), 'utf8')
  const owners = new Map<string, string | undefined>()
  for (const file of files.filter(isTable)) {
    for (const [, name = ''] of (await read(file)).matchAll(TABLE)) owners.set(name, moduleOf(file))
  }
  const found: Violation[] = []
  for (const file of files.filter((file) => moduleOf(file) && !isTest(file))) {
    const source = await read(file)
    for (const { 1: table = '', index } of source.matchAll(STATEMENT)) {
      const owner = owners.get(table)
      if (!owner || owner === moduleOf(file)) continue
      const line = source.slice(0, index).split('\n').length
      found.push({ file, line, rule: 4, message: `only the module ${owner} touches ${table}` })
    }
  }
  return found
}

/** Rule 7: no cycles between files. Type imports count: a reader follows them too. */
function fileCycles(files: string[], imports: Import[]): Violation[] {
  const graph = new Map<string, string[]>(files.map((file) => [file, []]))
  for (const { from, to } of imports) graph.get(from)?.push(to)
  return findCycles(graph).map((cycle) => {
    const [file = '', ...others] = cycle.sort()
    const next = imports.find(({ from, to }) => from === file && cycle.includes(to))
    const message = `imports and is imported by ${others.join(', ') || 'itself'}`
    return { file, line: next?.line ?? 1, rule: 7, message }
  })
}

/** A table that names what no longer exists, or leaves out what does, checks nothing. */
export async function checkTables(root: string, tables = TABLES): Promise<string[]> {
  const { modules, knownToPlatform, programs } = tables
  const folders = await readdir(path.join(root, 'server/modules')).catch(() => [])
  const doors = Object.values(modules).flat()
  const named = [
    ...Object.keys(modules).map((name) => `server/modules/${name}`),
    ...doors.map((name) => `server/modules/${name}/index.ts`),
    ...[...knownToPlatform, programs],
  ]
  const missing = [...new Set(named)].filter((file) => !existsSync(path.join(root, file)))
  const cycles = findCycles(new Map(Object.entries(modules)))
  return [
    ...missing.map((file) => `${file} does not exist`),
    ...folders
      .filter((name) => !(name in modules))
      .map((name) => `the module ${name} is in no table`),
    ...cycles.map((names) => `the modules ${names.sort().join(', ')} form a cycle`),
  ]
}

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const lines = [
    ...(await checkTables(root)).map((message) => `scripts/check-imports.ts  ${message}`),
    ...(await checkImports(root)).map(
      ({ file, line, rule, message }) => `${file}:${line}  rule ${rule}: ${message}`,
    ),
  ]
  for (const line of lines) console.error(line)
  if (lines.length === 0) return
  console.error(`\n${lines.length} found against the rules of docs/architecture.md.`)
  process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
