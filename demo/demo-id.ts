import { createHash } from 'node:crypto'

/** The same thing has the same id in every demo shop, so links and tests can count on it. */
export function demoId(kind: string, name: string | number) {
  const hex = createHash('sha256').update(`petal-demo/${kind}/${name}`).digest('hex')
  // The digits that a UUID must have to be one: version 8 ("made by own rules"), variant 8.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return `${parts.join('-')}-${hex.slice(20, 32)}`
}
