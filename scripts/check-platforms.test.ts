import { expect, test } from 'vitest'
import { checkPlatforms } from './check-platforms.ts'

type Packages = Parameters<typeof checkPlatforms>[0]

const GNU = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']
const MUSL = ['linux-x64-musl', 'linux-arm64-musl']

/** A lock file with the native package `bundler`, which declares and has these builds. */
function givenLock(declared: string[], present = declared, folder = ''): Packages {
  const hasMusl = declared.some((name) => name.endsWith('musl'))
  const builds = present.map((name) => {
    const [os = '', cpu = '', musl] = name.split('-')
    const libc = os === 'linux' && hasMusl ? { libc: [musl ?? 'glibc'] } : {}
    return [`${folder}node_modules/@bundler/${name}`, { os: [os], cpu: [cpu], ...libc }]
  })
  return {
    '': { version: '1.0.0' },
    [`${folder}node_modules/bundler`]: {
      version: '2.0.0',
      optionalDependencies: Object.fromEntries(
        declared.map((name) => [`@bundler/${name}`, '2.0.0']),
      ),
    },
    ...Object.fromEntries(builds),
  }
}

test('a native package with a build for every platform passes, nested or not', () => {
  expect(checkPlatforms(givenLock(GNU))).toEqual([])
  expect(checkPlatforms(givenLock([...GNU, ...MUSL]))).toEqual([])
  expect(checkPlatforms(givenLock(GNU, GNU, 'node_modules/tool/'))).toEqual([])
})

test.each([...GNU, ...MUSL])(
  'a build for %s that npm dropped from the lock file is found',
  (name) => {
    const declared = [...GNU, ...MUSL]
    const found = checkPlatforms(
      givenLock(
        declared,
        declared.filter((one) => one !== name),
      ),
    )
    expect(found).toContain(`bundler lacks its package @bundler/${name}`)
    expect(found).toContainEqual(expect.stringMatching(/^bundler 2\.0\.0 has no build for /))
  },
)

test('a package that has no build for a platform at all is found', () => {
  const withoutWindows = GNU.filter((name) => name !== 'win32-x64')
  expect(checkPlatforms(givenLock(withoutWindows))).toEqual([
    'bundler 2.0.0 has no build for win32 x64',
  ])
})

test('musl is wanted only where a package has any musl build', () => {
  expect(checkPlatforms(givenLock([...GNU, 'linux-x64-musl']))).toEqual([
    'bundler 2.0.0 has no build for linux arm64 musl',
  ])
})

test('builds for other platforms, and optional packages of plain JavaScript, may be missing', () => {
  expect(checkPlatforms(givenLock([...GNU, 'aix-ppc64'], GNU))).toEqual([])
  const plain = { 'node_modules/watch': { optionalDependencies: { fsevents: '2', colors: '1' } } }
  expect(checkPlatforms(plain)).toEqual([])
})

test('a lock file names no registry', () => {
  const resolved = 'https://registry.example.com/zod/-/zod-4.0.0.tgz'
  expect(checkPlatforms({ 'node_modules/zod': { resolved } })).toEqual([
    expect.stringContaining('zod names the registry registry.example.com'),
  ])
})
