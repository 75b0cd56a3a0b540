import { expect, test } from 'vitest'
import { closureOf, packageOf, readReferences } from './packages.ts'

const X64 = { os: 'linux', cpu: 'x64', libc: 'glibc' }

const PACKAGES = {
  '': {},
  'node_modules/sharp': {
    dependencies: { color: '1' },
    optionalDependencies: { 'sharp-x64': '1', 'sharp-arm64': '1', 'sharp-musl': '1' },
  },
  'node_modules/sharp/node_modules/color': { version: '2.0.0' },
  'node_modules/color': { version: '1.0.0' },
  'node_modules/sharp-x64': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/sharp-arm64': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  'node_modules/sharp-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/react-chart': { dependencies: { color: '1' } },
  'node_modules/vite': { dev: true },
}

test('a release has what its programs load, with the binaries of its platform alone', () => {
  expect(closureOf(PACKAGES, ['sharp', 'vite'], X64)).toEqual([
    'node_modules/sharp',
    'node_modules/sharp-x64',
    'node_modules/sharp/node_modules/color',
  ])
  expect(closureOf(PACKAGES, ['sharp'], { ...X64, cpu: 'arm64' })).toContain(
    'node_modules/sharp-arm64',
  )
})

test('an import that no package answers stops the release', () => {
  expect(() => closureOf(PACKAGES, ['gone'], X64)).toThrow('gone is imported by the shop')
})

test('files that a program reads from packages are found, with parts that it computes', () => {
  const code =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    'a.resolve("embedded-pg"); b.resolve(x); const f = `@fonts/noto-${script}/files/noto-${weight}.woff`'
  const found = readReferences(code, ['embedded-pg', '@fonts/noto-thai', '@fonts/other', 'react'])
  expect(found.packages).toEqual(['embedded-pg', '@fonts/noto-thai'])
  expect(found.isRead('@fonts/noto-thai/files/noto-400.woff')).toBe(true)
  expect(found.isRead('@fonts/noto-thai/files/noto-400.woff2')).toBe(false)
  expect(found.isRead('@fonts/noto-thai/index.css')).toBe(false)
})

test('the package of an import is its first part, or two with a scope', () => {
  expect(packageOf('nodemailer/lib/addressparser')).toBe('nodemailer')
  expect(packageOf('@aws-sdk/client-s3/x')).toBe('@aws-sdk/client-s3')
})
