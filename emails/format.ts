const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** ISO dates become "May 14, 2026"; words such as "tomorrow" stay as they are. */
export function day(date: string) {
  if (!/^\d{4}-\d{2}-\d{2}/.test(date)) return date
  const parsed = new Date(date)
  return Number.isNaN(parsed.getTime()) ? date : longDate.format(parsed)
}

export const withName = (words: string, name: string | null | undefined) =>
  name ? `${words}, ${name}` : words

/** Without the punctuation before the cut, which would read ".…". */
export const clip = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\s.,;:!?]+$/u, '')}…` : text

/** For a subject, which is one header line. */
export const oneLine = (text: string) => clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), 160)

export const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The first paragraph of a description; ingredients and sizes follow it in the shop. */
export const opening = (description: string) => clip(paragraphs(description)[0] ?? '', 300)
