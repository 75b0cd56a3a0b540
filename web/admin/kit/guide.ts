import { TOPICS, type Topic } from './help.ts'

/** The owner's guide: the Markdown of docs/guide, read when the shop is built. */
const FILES = import.meta.glob<string>('../../../docs/guide/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const PICTURES = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

export type Section = { id: string; title: string; content: string }
export type Chapter = { topic: Topic; title: string; intro: string; sections: readonly Section[] }

const FOLDER = '../../../docs/guide/'

export const GUIDE: readonly Chapter[] = TOPICS.map((topic) =>
  readChapter(topic, FILES[`${FOLDER}${topic}.md`] ?? ''),
)

export const chapterOf = (topic: string) => GUIDE.find((chapter) => chapter.topic === topic)

/** The address of a picture that a chapter names, such as `pictures/orders.webp`. */
export const pictureUrl = (name: string): string | undefined => PICTURES[`${FOLDER}${name}`]

/** `# Title`, an introduction, then sections that begin with `## Heading`. */
export function readChapter(topic: Topic, markdown: string): Chapter {
  const [top = '', ...parts] = markdown.split(/^## /m)
  const [title, intro] = headAndRest(top.replace(/^# /, ''))
  const sections = parts.map((part) => {
    const [heading, content] = headAndRest(part)
    return { id: sectionId(heading), title: heading, content }
  })
  return { topic, title, intro, sections }
}

function headAndRest(text: string): [head: string, rest: string] {
  const end = text.indexOf('\n')
  return end < 0 ? [text.trim(), ''] : [text.slice(0, end).trim(), text.slice(end).trim()]
}

/** As GitHub makes it, so that links between the files work there, too. */
function sectionId(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N} -]/gu, '')
  return words.replaceAll(' ', '-')
}

export type GuideHit = { to: string; title: string; chapter: string; excerpt: string }

const TITLE_WEIGHT = 4
const EXCERPT_LENGTH = 140

/** Sections that contain every word, those with the words in their heading first. */
export function searchGuide(query: string): GuideHit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const hits = GUIDE.flatMap((chapter) =>
    chapter.sections.map((section) => ({
      chapter,
      section,
      rank: rankOf(section, chapter, words),
    })),
  )
  return hits
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ chapter: { topic, title }, section }) => ({
      to: `/admin/guide/${topic}#${section.id}`,
      title: section.title,
      chapter: title,
      excerpt: excerptOf(plainText(section.content), words),
    }))
}

/** A plural finds its singular. */
const wordsOf = (query: string) =>
  folded(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function rankOf(section: Section, chapter: Chapter, words: readonly string[]): number {
  const title = folded(section.title)
  const text = folded(`${chapter.title} ${plainText(section.content)}`)
  let rank = 0
  for (const word of words) {
    if (title.includes(word)) rank += TITLE_WEIGHT
    else if (text.includes(word)) rank += 1
    else return 0
  }
  return rank
}

/** What a reader sees of the Markdown. */
const plainText = (content: string) =>
  content
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(-|\d+\.) /gm, '')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function excerptOf(text: string, words: readonly string[]): string {
  const lower = folded(text)
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const start = Math.max(0, (found.length > 0 ? Math.min(...found) : 0) - EXCERPT_LENGTH / 3)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const end = from + EXCERPT_LENGTH
  const cut = text.slice(from, end < text.length ? text.lastIndexOf(' ', end) : undefined)
  return `${from > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`
}
