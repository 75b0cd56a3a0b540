import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { archive } from './archive.ts'
import type { Change } from './changed-release.ts'
import { stage } from './stage.ts'

export const run = promisify(execFile)

export function givenFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'petal-release-'))
  // Made for its owner alone, and used by others.
  chmodSync(folder, 0o755)
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Archives of this build for this machine, made one after the other from the same files with other numbers. */
export async function givenReleases() {
  const folder = givenFolder()
  const home = path.join(folder, 'staged/petal')
  const builtAt = new Date('2026-11-18T00:00:00Z')
  const { arch: cpu, platform: os } = process
  let current = '0.0.0'
  const about = { name: 'petal', node: '>=20.19', built_at: builtAt.toISOString(), commit: null }
  await stage(home, { ...about, version: current, platform: { os, cpu, libc: 'glibc' } })
  const place = (version: string) => path.join(home, 'versions', version)

  async function renumber(version: string) {
    await rename(place(current), place(version))
    await rm(path.join(home, 'current'))
    await symlink(`versions/${version}`, path.join(home, 'current'))
    for (const name of ['package.json', 'release.json']) {
      const file = path.join(place(version), name)
      const content = JSON.parse(await readFile(file, 'utf8'))
      await writeFile(file, JSON.stringify({ ...content, version }))
    }
    current = version
  }

  return {
    async make(version: string, change?: Change) {
      await renumber(version)
      const undo = await change?.(place(version))
      const name = `petal-${version}-${os}-${cpu}.tar.gz`
      // By other programs, and hardly compressed, since visitors of the same test go on meanwhile.
      const from = ['-C', path.dirname(home), path.basename(home)]
      await run(
        'tar',
        ['--use-compress-program=gzip -1', '--owner=0', '--group=0', '-cf', name, ...from],
        { cwd: folder },
      )
      await writeFile(
        path.join(folder, `${name}.sha256`),
        (await run('sha256sum', [name], { cwd: folder })).stdout,
      )
      await undo?.()
      return path.join(folder, name)
    },
    /** As `npm run release` packs it. */
    async pack(version: string) {
      await renumber(version)
      const file = path.join(folder, `petal-${version}-${os}-${cpu}.tar.gz`)
      await archive(home, file, { builtAt })
      return file
    },
  }
}

/** Unpacks it as its owner would; the folder with `petal` in it. */
export async function unpackInto(folder: string, file: string) {
  await run('tar', ['-xzf', file, '-C', folder, '--no-same-owner'])
  return path.join(folder, 'petal')
}
