import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assertChecksum, compareVersions, refusalOf } from './check-release.ts'

const MACHINE = { os: 'linux', cpu: 'x64', node: '24.1.0', version: '0.2.0' }
const RELEASE = {
  name: 'petal',
  version: '0.3.0',
  platform: { os: 'linux', cpu: 'x64' },
  node: '>=20.19',
  built_at: '2026-11-18T00:00:00.000Z',
}

test('a newer release for this machine may take over; others are refused with the reason', () => {
  expect(refusalOf(RELEASE, MACHINE)).toBeUndefined()
  expect(refusalOf(RELEASE, { ...MACHINE, cpu: 'arm64' })).toBe(
    'It is for linux-x64, this machine is linux-arm64.',
  )
  expect(refusalOf(RELEASE, { ...MACHINE, node: '20.18.3' })).toBe(
    'It needs Node 20.19, this is 20.18.3.',
  )
  expect(refusalOf(RELEASE, { ...MACHINE, version: '0.3.0' })).toBe(
    'Version 0.3.0 is installed already.',
  )
  expect(refusalOf(RELEASE, { ...MACHINE, version: '0.4.0' })).toContain('older than 0.4.0')
  const build = { ...RELEASE, version: '0.3.0+20261118103000.1a2b3c4' }
  expect(refusalOf(build, { ...MACHINE, version: '0.3.0' })).toBeUndefined()
  expect(refusalOf(RELEASE, { ...MACHINE, version: build.version })).toContain('already')
  expect(refusalOf({ ...RELEASE, name: 'other' }, MACHINE)).toBe('This is not a release of Petal.')
})

test('versions are ordered by their numbers, and candidates come before', () => {
  const ordered = ['0.2.0', '0.2.1', '0.2.10', '0.3.0-rc.2', '0.3.0-rc.10', '0.3.0', '1.0.0']
  const shuffled = [...ordered].reverse()
  expect(shuffled.sort(compareVersions)).toEqual(ordered)
  expect(compareVersions('1.0.0', '1.0.0+build')).toBe(0)
})

test('an archive must be the one of its checksum', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petal-checksum-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'petal.tar.gz')
  await writeFile(file, 'abc')
  await expect(assertChecksum(file)).rejects.toThrow('Download it, too')
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  await writeFile(`${file}.sha256`, `${sha256}  petal.tar.gz\n`)
  await assertChecksum(file)
  await writeFile(file, 'abcd')
  await expect(assertChecksum(file)).rejects.toThrow('not the file that its checksum is for')
})
