import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chapterOf, GUIDE, pictureUrl, readChapter, searchGuide } from './guide.ts'
import { HELP, TOPICS } from './help.ts'

test.each(Object.entries(HELP))('the help of %s leads to a section of the guide', (_, help) => {
  const [topic = '', section] = help.section.split('#')
  expect(chapterOf(topic)?.sections.map(({ id }) => id)).toContain(section)
  expect(help.text).toMatch(/\.$/)
})

test('every file of the guide is a topic, with a title, an introduction and sections', () => {
  const files = readdirSync('docs/guide').filter((name) => name.endsWith('.md'))
  expect(files.sort()).toEqual(TOPICS.map((topic) => `${topic}.md`).sort())
  for (const { topic, title, intro, sections } of GUIDE) {
    expect(title, topic).not.toBe('')
    expect(intro, topic).not.toBe('')
    expect(sections.length, topic).toBeGreaterThan(0)
    for (const { id, content } of sections) expect(content, `${topic}#${id}`).not.toBe('')
  }
})

const ROUTES = readdirSync('web/routes', { recursive: true, encoding: 'utf8' }).map(
  (file) =>
    `/${file
      .replaceAll('\\', '/')
      .replace(/\.tsx$/, '')
      .replace(/\/index$/, '')}`,
)

test('every link and picture of the guide leads somewhere', () => {
  for (const { topic, intro, sections } of GUIDE) {
    const text = [intro, ...sections.map(({ content }) => content)].join('\n')
    for (const [mark, sign, label = '', target = ''] of text.matchAll(
      /(!?)\[([^\]]*)\]\(([^)]+)\)/g,
    )) {
      expect(label, `${topic}: ${mark}`).not.toBe('')
      expect(leadsSomewhere(topic, target, sign === '!'), `${topic}: ${mark}`).toBe(true)
    }
  }
})

function leadsSomewhere(from: string, target: string, isPicture: boolean): boolean {
  if (isPicture) return pictureUrl(target) !== undefined
  if (target.startsWith('https://')) return true
  if (target.startsWith('/')) return ROUTES.includes(target.replace(/\?.*/, ''))
  const [file = '', section] = target.split('#')
  const chapter = chapterOf(file.replace(/\.md$/, '') || from)
  return chapter !== undefined && (!section || chapter.sections.some(({ id }) => id === section))
}

test('a chapter is read into its introduction and sections, and headings become addresses', () => {
  expect(readChapter('orders', '# Orders\n\nAll of them.\n\n## Ship it, now!\n\nSoon.\n')).toEqual({
    topic: 'orders',
    title: 'Orders',
    intro: 'All of them.',
    sections: [{ id: 'ship-it-now', title: 'Ship it, now!', content: 'Soon.' }],
  })
})

test('a search finds sections with every word, headings first, plurals and accents alike', () => {
  expect(searchGuide('refunds')[0]).toMatchObject({
    to: '/admin/guide/payments#refund-a-payment',
    title: 'Refund a payment',
    chapter: 'Payments with Clover',
  })
  expect(searchGuide('REFÚND payment')[0]?.title).toBe('Refund a payment')
  expect(searchGuide('suppression')[0]?.excerpt).toContain('Suppression List')
  expect(searchGuide('refund zeppelin')).toEqual([])
  expect(searchGuide(' ')).toEqual([])
})
