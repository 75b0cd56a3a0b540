/**
 * `npm run release`: archives of the built shop with the packages that it loads, one for each platform, in
 * dist/release. `-- linux-arm64` makes one of them; `--version=0.3.0-rc.1` gives it another number.
 */
import path from 'node:path'
import { root } from './prepare.mjs'
import { explainAndExit, Failure, step } from './progress.mjs'
import { makeRelease, ownVersion } from './release/make.ts'
import { nameOfPlatform } from './release/stage.ts'

const PLATFORMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
]
const LARGEST_MB = 150

async function main() {
  const args = process.argv.slice(2)
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const version = args.find((arg) => arg.startsWith('--version='))?.slice(10) ?? ownVersion
  const unknown = wanted.find((name) => !PLATFORMS.some((one) => nameOfPlatform(one) === name))
  if (unknown)
    throw new Failure(
      `There is no release for ${unknown}, only for ${PLATFORMS.map(nameOfPlatform).join(', ')}.`,
    )
  const builtAt = new Date(
    process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now(),
  )
  for (const platform of PLATFORMS) {
    const name = nameOfPlatform(platform)
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const made = await step(`Release for ${name}`, () =>
      makeRelease({ version, platform, builtAt }),
    )
    console.log(`  ${path.relative(root, made.file)}`)
    console.log(
      `  ${made.megabytes.toFixed(1)} MB, ${made.packages} packages, sha256 ${made.sha256}`,
    )
    if (made.megabytes > LARGEST_MB)
      throw new Failure(`The archive has more than ${LARGEST_MB} MB. What is new in it?`)
  }
}

await main().catch(explainAndExit)
