import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText, readBlocks } from './MarkedText.tsx'

// Shows S2.82, S2.83, S2.84, S2.85
test('a page keeps its headings, bold lines, lists and paragraphs', () => {
  const page =
    '# Care\r\n\r\n**Please note**\nWrite to us.\n- by mail\n- by chat\n1. Open\n2. Rinse\n## More'
  expect(readBlocks(page)).toEqual([
    { kind: 'heading', mark: '#', text: 'Care', spaced: false },
    { kind: 'bold', text: 'Please note', spaced: true },
    { kind: 'text', text: 'Write to us.', spaced: false },
    { kind: 'list', start: null, items: ['by mail', 'by chat'], spaced: false },
    { kind: 'list', start: 1, items: ['Open', 'Rinse'], spaced: false },
    { kind: 'heading', mark: '##', text: 'More', spaced: false },
  ])
})

test('numbers go on over a blank line and a paragraph, and start again where their author does', () => {
  const lists = readBlocks('1. Open\n\n2. Rinse\nWait a minute.\n3. Dry\n\n1. Or\n2. else')
  expect(lists.filter(({ kind }) => kind === 'list')).toEqual([
    { kind: 'list', start: 1, items: ['Open', 'Rinse'], spaced: false },
    { kind: 'list', start: 3, items: ['Dry'], spaced: false },
    { kind: 'list', start: 1, items: ['Or', 'else'], spaced: true },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[link](javascript:alert(1))',
  '#no space',
  '### three',
  '-no space',
  '1.no space',
  '**half bold',
  '****',
])('%j is nothing but text', (line) => {
  expect(readBlocks(line)).toEqual([{ kind: 'text', text: line, spaced: false }])
})

test('an empty page has nothing to show', () => {
  expect(readBlocks(' \n\r\n\t')).toEqual([])
})

test('any text is rendered, and none of it becomes HTML', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '# ',
      '## ',
      '**',
      '- ',
      '1. ',
      '999999. x',
      '<script>alert(1)</script>',
      '',
      '\u0000',
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const html = renderToString(createElement(MarkedText, { content: lines.join('\n') }))
      const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name))
      for (const tag of tags) expect(ALLOWED_TAGS).toContain(tag)
    }),
  )
})

const ALLOWED_TAGS = ['div', 'h2', 'h3', 'p', 'strong', 'ul', 'ol', 'li']
