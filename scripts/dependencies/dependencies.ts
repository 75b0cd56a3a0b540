/**
 * `npm run check:dependencies` fails on a package without a reason or with a licence that is not allowed.
 * `npm run docs:dependencies` also asks the registry for ages and known vulnerabilities, and writes docs/dependencies.md.
 * Where the registry does not answer `npm audit`: `npm run docs:dependencies -- LIST DATE`, with the file
 * `repository/npmrepository.json` of Retire.js and its date.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { REASONS } from './reasons.ts'

export type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>
export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean }>
}
type Reasons = Record<string, { why: string; instead: string }>

/**
 * Licences under which a shop may be run and handed on without publishing its own code. LGPL: libvips, a library of its
 * own beside sharp. CC-BY: data of browsers' versions, for the build alone.
 */
const ALLOWED =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0|Python-2\.0|Zlib|EUPL-1\.1\+|LGPL-3\.0-or-later)$/

/** Read in their licence files: their package.json names none, or in an old form. */
const READ_BY_HAND: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/** What is wrong with the packages, as sentences. */
export function findProblems(manifest: Manifest, lock: Lock, reasons: Reasons = REASONS) {
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const withoutReason = named.filter((name) => !reasons[name])
  const unused = Object.keys(reasons).filter((name) => !named.includes(name))
  return [
    ...withoutReason.map((name) => `${name} has no reason in scripts/dependencies/reasons.ts.`),
    ...unused.map((name) => `${name} has a reason, but is not in package.json.`),
    ...licencesOf(lock)
      .filter(({ licence }) => !isAllowed(licence))
      .map(({ name, licence }) => `${name} has the licence ${licence}, which is not allowed.`),
  ]
}

const licencesOf = (lock: Lock) =>
  Object.entries(lock.packages)
    .filter(([name]) => name !== '')
    .map(([folder, { license, dev = false }]) => {
      const name = folder.replace(/^.*node_modules\//, '')
      return { name, licence: license ?? READ_BY_HAND[name] ?? 'not named', dev }
    })

/** "MIT AND ISC" needs both, "(MIT OR CC0-1.0)" one of them. */
const isAllowed = (licence: string) => {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((all) => all.split(' AND ').every((one) => ALLOWED.test(one)))
}

type Age = { published: string; newest: string }
type Vulnerability = { name: string; severity: string; title: string }
/** `source` says who was asked. `null`: nobody answered. */
type Known = { source: string; found: Vulnerability[] } | null
type Answers = { ages: Map<string, Age>; vulnerabilities: Known }

export function renderPage(manifest: Manifest, lock: Lock, answers: Answers, today: string) {
  const table = (packages: Record<string, string>) =>
    [
      '| Package | Version | Published | Newest | Licence | Why | Instead |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...Object.entries(packages).map(([name, version]) => {
        const age = answers.ages.get(name)
        const { why = '', instead = '' } = REASONS[name] ?? {}
        const licence = lock.packages[`node_modules/${name}`]?.license ?? 'not named'
        const newest = age?.newest === version ? 'this' : (age?.newest ?? '?')
        return `| ${name} | ${version} | ${age?.published ?? '?'} | ${newest} | ${licence} | ${why} | ${instead} |`
      }),
    ].join('\n')
  const all = licencesOf(lock)
  const running = all.filter(({ dev }) => !dev)
  return `# Dependencies

Written by \`npm run docs:dependencies\` on ${today}. \`npm run check\` fails on a package without a reason or with a licence that a shop could not be handed on with.

${running.length} packages are installed for running the shop and building its pages, ${all.length - running.length} for development alone, counting those that others need.

## Known vulnerabilities

${vulnerabilitiesOf(answers)}

## Licences

${countLicences(running)}

## Packages of the running shop

${table(manifest.dependencies)}

## Packages of development

${table(manifest.devDependencies)}
`
}

function vulnerabilitiesOf({ vulnerabilities }: Answers) {
  if (vulnerabilities === null) {
    return 'Not known: the registry that this page was written with does not answer `npm audit`. Run it where yours does.'
  }
  const { source, found } = vulnerabilities
  if (found.length === 0) return `None, by ${source}.`
  const lines = found.map(({ name, severity, title }) => `- ${name}: ${title} (${severity})`)
  return `By ${source}:\n\n${lines.join('\n')}`
}

/** The form of Retire.js. A version is concerned from `atOrAbove` on and while it is `below`. */
export type AdvisoryList = Record<
  string,
  {
    vulnerabilities?: {
      below?: string
      atOrAbove?: string
      severity?: string
      identifiers?: { summary?: string }
    }[]
  }
>

/** What a list names of the installed packages, those within packages included. */
export function findInList(lock: Lock, list: AdvisoryList): Vulnerability[] {
  return Object.entries(lock.packages).flatMap(([folder, { version = '' }]) => {
    const name = folder.replace(/^.*node_modules\//, '')
    const advisories = Object.hasOwn(list, name) ? (list[name]?.vulnerabilities ?? []) : []
    return advisories
      .filter(({ below, atOrAbove }) => {
        const isOldEnough = !below || isBelow(version, below)
        return isOldEnough && !(atOrAbove && isBelow(version, atOrAbove))
      })
      .map(({ severity = 'unknown', identifiers }) => ({
        name: `${name} ${version}`,
        severity,
        title: identifiers?.summary ?? 'no summary',
      }))
  })
}

function isBelow(version: string, limit: string) {
  const numbers = (text: string) => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? []
  const [own, other] = [numbers(version), numbers(limit)]
  const first = [0, 1, 2].find((n) => (own[n] ?? 0) !== (other[n] ?? 0))
  return first !== undefined && (own[first] ?? 0) < (other[first] ?? 0)
}

function countLicences(packages: { licence: string }[]) {
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([licence, count]) => `- ${licence}: ${count}`).join('\n')
}

const run = promisify(execFile)

async function askRegistry(versions: Record<string, string>) {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: root })
  const ages = new Map<string, Age>()
  for (const [name, version] of Object.entries(versions)) {
    console.log(`${name} …`)
    const age = await readAge(stdout.trim(), name, version)
    if (age) ages.set(name, age)
  }
  return { ages, audited: await readVulnerabilities() }
}

async function readAge(registry: string, name: string, version: string): Promise<Age | undefined> {
  const response = await fetch(new URL(name, registry), { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) return undefined
  const { time, 'dist-tags': tags }: RegistryAnswer = await response.json()
  const published = time?.[version]?.slice(0, 10)
  return published && tags?.latest ? { published, newest: tags.latest } : undefined
}

type RegistryAnswer = { time?: Record<string, string>; 'dist-tags'?: { latest?: string } }

async function readVulnerabilities(): Promise<Known> {
  const { vulnerabilities } = await npmJson(['audit'])
  if (!vulnerabilities) return null
  const found = Object.entries<{ severity: string; via: ({ title?: string } | string)[] }>(
    vulnerabilities,
  ).map(([name, { severity, via }]) => {
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : one.title))
    return { name, severity, title: titles.join('; ') }
  })
  return { source: '`npm audit` on that day', found }
}

async function readList(lock: Lock, file: string, date: string): Promise<Known> {
  const list: AdvisoryList = JSON.parse(await readFile(file, 'utf8'))
  const size = Object.keys(list).length
  const source = `the list of Retire.js of ${date}, which knows ${size} packages that were vulnerable once; the registry that this page was written with does not answer \`npm audit\`, which knows more`
  return { source, found: findInList(lock, list) }
}

/** `npm audit` ends with a code when it found something, and still answers. */
async function npmJson(args: string[]) {
  const answered = await run('npm', [...args, '--json'], { cwd: root, timeout: 60_000 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  return answered.stdout === '' ? {} : JSON.parse(answered.stdout)
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

async function main([option, listFile, listDate]: string[]) {
  const manifest: Manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const lock: Lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const problems = findProblems(manifest, lock)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
    return
  }
  if (option !== '--write') return
  const { ages, audited } = await askRegistry({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  })
  const listed = listFile && listDate ? await readList(lock, listFile, listDate) : null
  const today = new Date().toISOString().slice(0, 10)
  const page = renderPage(manifest, lock, { ages, vulnerabilities: audited ?? listed }, today)
  await writeFile(path.join(root, 'docs/dependencies.md'), page)
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main(process.argv.slice(2))
