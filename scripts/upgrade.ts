/**
 * `npm run upgrade -- /srv/petal`: brings the release in a folder to the sources of this clone, such as after a
 * `git pull`, while it serves. It is built here, so the running version is not touched before it hands over.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { explainAndExit, Failure, step } from './progress.mjs'
import { makeRelease, ownCommit, ownVersion } from './release/make.ts'

/** Packing well takes most of the time, and this archive is unpacked at once. */
const LEVEL = 1

async function main() {
  const [home = ''] = process.argv.slice(2)
  const petal = path.resolve(home, 'petal')
  if (!home || !existsSync(petal))
    throw new Failure(
      'Say which folder the release is in, such as: npm run upgrade -- /srv/petal\n' +
        'A shop that runs in this clone itself is upgraded by npm start.',
    )
  const builtAt = new Date()
  const time = builtAt.toISOString().replace(/\D/g, '').slice(0, 14)
  const version = `${ownVersion}+${time}.${ownCommit()?.slice(0, 7) ?? 'sources'}`
  const { platform: os, arch: cpu } = process
  const platform = { os, cpu, libc: 'glibc' }
  const { file } = await step(`Release ${version}`, () =>
    makeRelease({ version, platform, builtAt, level: LEVEL }),
  )
  // It says itself what it does, and what failed.
  const upgrading = spawn(petal, ['upgrade', file], { stdio: 'inherit' })
  const [code] = await once(upgrading, 'exit')
  for (const one of [file, `${file}.sha256`]) await rm(one)
  process.exitCode = code ?? 1
}

await main().catch(explainAndExit)
