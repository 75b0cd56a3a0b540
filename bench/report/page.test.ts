import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Figure } from './figures.ts'
import { renderReport } from './page.ts'
import { addRun, type Run, readRuns } from './runs.ts'

const givenRun = (date: string, figures: Figure[]): Run => ({
  date,
  commit: 'abc1234',
  machine: '2 × CPU',
  load: 0.5,
  versions: { 'Node.js': '20.19.0' },
  figures,
})

const cached: Figure = { group: 'Cached', name: 'home', value: 0.95, unit: 'share', atLeast: 0.9 }
const product = { ...cached, name: 'product' }
const start: Figure = { group: 'Start', name: 'shop', value: 1800, unit: 'ms', atMost: 2000 }

test('a run of one bench stands beside the one before, and leaves the others with their dates', () => {
  const first = addRun(
    addRun({}, 'pages', givenRun('2026-01-01 10:00', [cached, product])),
    'start',
    givenRun('2026-01-01 11:00', [start]),
  )
  const faster = { ...cached, value: 0.98 }
  const runs = addRun(first, 'pages', givenRun('2026-02-02 10:00', [faster, product]))
  const { 'performance.md': page = '', ...charts } = renderReport(runs)
  expect(page).toContain('| home | 0.980 | at least 0.900 | 0.950 | +3 % |')
  expect(page).toContain('2026-02-02 10:00')
  expect(page).toContain('| shop | 1,800.0 ms | at most 2,000.0 ms |  |  |')
  expect(page).toContain('2026-01-01 11:00')
  expect(page).toContain('3 figures, all within their budgets')
  expect(Object.keys(charts)).toEqual(['performance/pages-1.svg'])
})

test('what is over budget or was not measured is named first', () => {
  const slow = { ...start, value: 2100 }
  const lost = { ...start, name: 'lost', value: Number.NaN }
  const runs = addRun({}, 'start', givenRun('2026-01-01 10:00', [slow, lost]))
  const { 'performance.md': page = '' } = renderReport(JSON.parse(JSON.stringify(runs)))
  expect(page).toContain('**2 of 2 figures are over budget:**')
  expect(page).toContain('- Start, shop: 2,100.0 ms')
  expect(page).toContain('| lost | none **over** |')
})

test('docs/performance.md and its charts are drawn from docs/performance.json', () => {
  for (const [file, text] of Object.entries(renderReport(readRuns()))) {
    expect(readFileSync(`docs/${file}`, 'utf8'), file).toBe(text)
  }
})
