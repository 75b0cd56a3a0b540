import { errors } from './errors.ts'

/** PostgreSQL cannot keep a NUL character, and nobody types one. */
export function refuseUnstorableText(input: unknown) {
  if (!hasNul(input)) return
  throw errors.UNSTORABLE_TEXT()
}

/** Without recursion: how deep the input is nested is up to whoever sends it. */
function hasNul(input: unknown): boolean {
  const open = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) open.push(key, part)
  }
  return false
}
