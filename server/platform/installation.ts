import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this version: two up, both from server/platform/ in the sources and from dist/server/ in the bundle. */
export const versionFolder = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The folder with `versions` and `current` of a shop that was unpacked from a release; `petal` sets it. */
export const releaseHome = () => process.env.PETAL_HOME || undefined

export const programIn = (folder: string, name: string) => join(folder, 'dist/server', name)

export const versionIn = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** How the owner runs a program: `./petal backup FILE` in a release, `npm run backup -- FILE` in a clone. */
export function commandFor(name: string, args = '') {
  if (releaseHome()) return `./petal ${name}${args && ` ${args}`}`
  if (name === 'start') return 'npm start'
  return `npm run ${name}${args && ` -- ${args}`}`
}
