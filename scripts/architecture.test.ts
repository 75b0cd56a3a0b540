import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
const tree = text.split('```')[1] ?? ''

const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)

/** The names before the descriptions, under the heading of a folder or, without one, at the margin. */
function namesUnder(heading = '') {
  const lines = tree.split('\n')
  const start = heading ? lines.indexOf(`${heading}/`) + 1 : 0
  const margin = heading ? '  ' : ''
  const own: string[] = []
  for (const line of lines.slice(start)) {
    if (heading && !line.startsWith(' ')) break
    const name = new RegExp(`^${margin}([a-z][^ /]*)[/ ]`).exec(`${line} `)?.[1]
    if (name) own.push(name)
  }
  return own
}

const NOT_OURS = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report']

test('the folders at the top are those of the text', () => {
  const folders = foldersIn('.').filter((name) => !NOT_OURS.includes(name))
  expect(namesUnder().sort()).toEqual(folders.sort())
})

test.each(['server', 'web'])('the folders of %s are those of the text', (part) => {
  const named = namesUnder(part).filter((name) => !/\.tsx?$/.test(name))
  expect(named.sort()).toEqual(foldersIn(part).sort())
})

test('it names every module and every program', () => {
  const [, modules = ''] = /^ {2}modules\/ +(.+)$/m.exec(tree) ?? []
  expect(modules.split(' ').sort()).toEqual(foldersIn('server/modules').sort())

  const build = readFileSync(path.join(root, 'scripts/build-server.mjs'), 'utf8')
  const programs = [...build.matchAll(/'server\/programs\/([a-z-]+)\.ts'/g)].map(([, name]) => name)
  const [, named = ''] = /^ {2}programs\/ +what node starts: (.+?)\n {2}[a-z]/ms.exec(tree) ?? []
  const names = named.replaceAll(/\([^)]*\)/g, '').split(',')
  expect(names.map((name) => name.trim()).sort()).toEqual(programs.sort())
})

const [, walk = ''] = /## To follow one order\n(.+?)\n## /s.exec(text) ?? []
const filesIn = (part: string) =>
  [...part.matchAll(/`([^`]+\.tsx?)`/g)].map(([, name = '']) => name)

test('an order is followed through 14 files to its rows and 28 to its mail', () => {
  const [toRows = [], toMail = []] = walk
    .trim()
    .split('\n\n')
    .map((paragraph) => filesIn(paragraph.split('Beside the path')[0] ?? ''))
  expect(toRows).toHaveLength(14)
  expect(toMail).toHaveLength(14)
})

test('the files on the way of an order exist', () => {
  const names = filesIn(walk)
  expect(names.length).toBeGreaterThan(20)
  const places = [
    '',
    'web/features/checkout',
    'server/modules',
    'server/modules/orders',
    'server/modules/payments',
    'server/modules/mail',
  ]
  const missing = names.filter(
    (name) => !places.some((place) => existsSync(path.join(root, place, name))),
  )
  expect(missing).toEqual([])
})
