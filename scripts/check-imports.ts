/**
 * Who may import whom. The rules are those of docs/architecture.md; this file is where they bite.
 * What differs from shop to shop stands in the tables at the top.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readImports } from './read-imports.ts'

/** Rule 3: which modules a module may import, through their index.ts. */
const MODULE_GRAPH: Record<string, string[]> = {
  accounts: ['orders'],
  catalog: ['media'],
  chat: ['accounts'],
  content: ['media'],
  insights: ['orders', 'catalog'],
  mail: [],
  media: [],
  orders: ['catalog'],
  payments: ['orders'],
  reviews: ['catalog', 'orders'],
}

/** Rule 1: what the platform may know: who may call, and what a mail is (its type travels through the queue). */
const KNOWN_TO_THE_PLATFORM = ['contract/errors.ts', 'contract/policy.ts', 'emails/catalogue.ts']

/** Rule 4: collects all tables, for migrations. */
const SCHEMA = 'server/platform/schema.ts'

/** Rule 2: the programs start everything, the demo and the simulator included. */
const PROGRAMS = 'server/programs'

const FOLDERS = ['contract', 'server', 'web', 'emails']
const ALIASES: Record<string, string> = { simulator: 'clover-simulator' }

export type Violation = { file: string; line: number; rule: number; message: string }

type Import = { from: string; to: string; isType: boolean; graph: Record<string, string[]> }
type Rule = (one: Import) => string | undefined

export async function checkImports(root: string, graph = MODULE_GRAPH): Promise<Violation[]> {
  const lists = await Promise.all(FOLDERS.map((folder) => listSources(root, folder)))
  const checked = lists.flat().map((file) => checkFile(root, file, graph))
  return [...cyclesOf(graph), ...(await Promise.all(checked)).flat()]
}

async function listSources(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true }).catch(() => [])
  return entries.map((name) => `${folder}/${name}`).filter((name) => /\.tsx?$/.test(name))
}

async function checkFile(root: string, from: string, graph: Import['graph']) {
  const source = await readFile(path.join(root, from), 'utf8')
  return readImports(from, source).flatMap(({ specifier, line, isType }) => {
    const to = resolve(from, specifier)
    return Object.entries(RULES).flatMap(([rule, check]) => {
      const message = check({ from, to, isType, graph })
      return message ? [{ file: from, line, rule: Number(rule), message }] : []
    })
  })
}

/** `web/lib/api.ts` for a file of ours, `npm:zod` for a package. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const alias = /^#([^/]+)\/(.*)$/.exec(specifier)
  return alias ? `${ALIASES[alias[1] ?? ''] ?? alias[1]}/${alias[2]}` : `npm:${specifier}`
}

const RULES: Record<number, Rule> = {
  1({ from, to }) {
    if (isIn(from, 'contract') && !isIn(to, 'contract') && !isContractPackage(to)) {
      return `contract imports only zod and @orpc/contract, not ${to}`
    }
    if (isIn(from, 'web/ui') && !isIn(to, 'web/ui', 'web/lib') && isOurs(to)) {
      return `web/ui knows no domain, so it imports only web/ui and web/lib, not ${to}`
    }
    const isPlatform = isIn(from, 'server/platform') && from !== SCHEMA && !isTest(from)
    if (isPlatform && !isIn(to, 'server/platform') && isOurs(to)) {
      if (KNOWN_TO_THE_PLATFORM.includes(to)) return undefined
      return `server/platform knows no domain, so it does not import ${to}`
    }
    return undefined
  },

  2({ from, to, isType }) {
    if (isIn(from, 'web') && isOurs(to) && !isIn(to, 'web', 'contract')) {
      return `web imports web and contract, never ${to}`
    }
    if (isIn(from, 'emails') && isOurs(to) && !isIn(to, 'emails')) {
      if (!isIn(to, 'contract')) return `emails import only types of the contract, not ${to}`
      if (!isType) return `emails import only types of the contract: write "import type" for ${to}`
    }
    const isFree = isTest(from) || (isIn(from, PROGRAMS) && isIn(to, 'demo', 'clover-simulator'))
    const isServers = isIn(to, 'server', 'contract', 'emails', 'web', 'dist')
    if (isIn(from, 'server') && isOurs(to) && !isServers && !isFree) {
      return `server imports server, contract and emails, not ${to}`
    }
    return undefined
  },

  3({ from, to, graph }) {
    const [importer, imported] = [moduleOf(from), moduleOf(to)]
    if (!importer || !imported || importer === imported || isTest(from)) return undefined
    if (isForeignKey(from, to)) return undefined
    if (imported === 'mail') return 'no module imports mail: queue a job that it consumes'
    const allowed = graph[importer] ?? []
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
    if (from === SCHEMA || isTest(from) || isForeignKey(from, to)) return undefined
    return `only the module ${owner} touches its tables, so ${to} is not imported from elsewhere`
  },

  5({ from, to }) {
    const [importer, imported] = [featureOf(from), featureOf(to)]
    if (!importer || !imported || importer === imported) return undefined
    return `${importer} does not import its sibling ${imported}: routes compose them`
  },

  6({ from, to }) {
    if (!isIn(from, 'server') || !isIn(to, 'web')) return undefined
    return `the server knows only the built render entry of the web, not ${to}`
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
const featureOf = (file: string) => /^web\/(?:features|admin)\/[^/]+(?=\/)/.exec(file)?.[0]

function cyclesOf(graph: Record<string, string[]>): Violation[] {
  const file = 'scripts/check-imports.ts'
  const found = Object.keys(graph).filter((name) => reaches(graph, name, name, new Set()))
  if (found.length === 0) return []
  const message = `the table of modules has a cycle through ${found.join(', ')}`
  return [{ file, line: 1, rule: 3, message }]
}

function reaches(graph: Record<string, string[]>, from: string, to: string, seen: Set<string>) {
  for (const next of graph[from] ?? []) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    if (reaches(graph, next, to, seen)) return true
  }
  return false
}

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const violations = await checkImports(root)
  for (const { file, line, rule, message } of violations) {
    console.error(`${file}:${line}  rule ${rule}: ${message}`)
  }
  if (violations.length === 0) return
  console.error(`\n${violations.length} imports break the rules of docs/architecture.md.`)
  process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
