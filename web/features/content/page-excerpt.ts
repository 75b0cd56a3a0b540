/** What search engines may show of a page: its first plain line. */
export const pageExcerpt = (content: string): string | undefined =>
  content.split(/\r?\n/).find((line) => /^[^\s#*\-\d]/.test(line))
