import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { archive } from './archive.ts'
import type { Platform } from './packages.ts'
import { nameOfPlatform, stage } from './stage.ts'

const OUT = path.join(root, 'dist/release')
const MEGABYTE = 1024 * 1024

/** Of the sources here. */
export const { version: ownVersion, engines } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
) as { version: string; engines: { node: string } }

type Options = { version: string; platform: Platform; builtAt: Date; level?: number | undefined }

/** An archive in dist/release, with its checksum beside it. */
export async function makeRelease({ version, platform, builtAt, level }: Options) {
  const folder = path.join(OUT, `petal-${version}-${nameOfPlatform(platform)}`)
  const home = path.join(folder, 'petal')
  const { packages } = await stage(home, {
    name: 'petal',
    version,
    platform,
    node: engines.node,
    built_at: builtAt.toISOString(),
    commit: ownCommit(),
  })
  const file = `${folder}.tar.gz`
  const { sha256, bytes } = await archive(home, file, { builtAt, level })
  await rm(folder, { recursive: true, force: true })
  return { file, sha256, packages, megabytes: bytes / MEGABYTE }
}

/** Sources may come without their history. */
export function ownCommit(): string | null {
  try {
    const args = ['-C', root, 'rev-parse', 'HEAD']
    return execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
