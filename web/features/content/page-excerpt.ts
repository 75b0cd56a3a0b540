const LONGEST = 160

/** What search engines may show of a page: its first plain line. */
export function pageExcerpt(content: string): string | undefined {
  const line = content.split(/\r?\n/).find((text) => /^[^\s#*\-\d]/.test(text))
  return line && line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
