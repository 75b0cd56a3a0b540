import { expect, test } from 'vitest'
import { findInList, findProblems, type Lock, renderPage } from './dependencies.ts'

const reason = { why: 'a reason', instead: 'something else' }
const manifest = { dependencies: { zod: '4.6.7' }, devDependencies: { vitest: '4.1.12' } }
const lockWith = (license?: string): Lock => ({
  packages: {
    '': {},
    'node_modules/zod': { version: '4.6.7', license: 'MIT' },
    'node_modules/vitest': { version: '4.1.12', license: 'MIT', dev: true },
    'node_modules/vitest/node_modules/inner': { version: '1.0.0', license, dev: true },
  },
})

test('each package of package.json needs a reason, and each reason a package', () => {
  const reasons = { zod: reason, lodash: reason }
  expect(findProblems(manifest, lockWith('MIT'), reasons)).toEqual([
    'vitest has no reason in scripts/dependencies/reasons.ts.',
    'lodash has a reason, but is not in package.json.',
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0', false],
  [undefined, false],
])('the licence %s of any package is allowed: %s', (license, isAllowed) => {
  const reasons = { zod: reason, vitest: reason }
  const problems = findProblems(manifest, lockWith(license), reasons)
  const named = `inner has the licence ${license ?? 'not named'}, which is not allowed.`
  expect(problems).toEqual(isAllowed ? [] : [named])
})

test('the page names age and licence, and does not claim that nothing is vulnerable when nobody answered', () => {
  const ages = new Map([['zod', { published: '2026-10-12', newest: '4.6.7' }]])
  const page = renderPage(manifest, lockWith('MIT'), { ages, vulnerabilities: null }, '2026-11-18')
  expect(page).toContain('| zod | 4.6.7 | 2026-10-12 | this | MIT |')
  expect(page).toContain('| vitest | 4.1.12 | ? | ? | MIT |')
  expect(page).toContain('Not known: the registry')
  expect(page).toContain('1 packages are installed for running')
})

test('a list of vulnerable versions names those that are installed, also within packages', () => {
  const found = findInList(lockWith('MIT'), {
    zod: { vulnerabilities: [{ below: '4.6.7' }, { atOrAbove: '4.6.8', below: '4.7.0' }] },
    inner: {
      vulnerabilities: [
        {
          atOrAbove: '1.0.0',
          below: '1.0.1',
          severity: 'high',
          identifiers: { summary: 'Leaks.' },
        },
      ],
    },
    lodash: { vulnerabilities: [{ below: '99.0.0' }] },
  })
  expect(found).toEqual([{ name: 'inner 1.0.0', severity: 'high', title: 'Leaks.' }])
})
