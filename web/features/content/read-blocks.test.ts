import { expect, test } from 'vitest'
import { readBlocks } from './read-blocks.ts'

test('a page keeps its headings, bold lines, lists and paragraphs', () => {
  const page =
    '# Care\r\n\r\n**Please note**\nWrite to us.\n- by mail\n- by chat\n1. Open\n2. Rinse\n## More'
  expect(readBlocks(page)).toEqual([
    { kind: 'heading', level: 1, text: 'Care' },
    { kind: 'bold', text: 'Please note' },
    { kind: 'text', text: 'Write to us.' },
    { kind: 'list', numbered: false, items: ['by mail', 'by chat'] },
    { kind: 'list', numbered: true, items: ['Open', 'Rinse'] },
    { kind: 'heading', level: 2, text: 'More' },
  ])
})

test('whatever looks like HTML stays text', () => {
  const attack = '<script>alert(1)</script>'
  expect(readBlocks(attack)).toEqual([{ kind: 'text', text: attack }])
})
