import { errors } from './errors.ts'

/** PostgreSQL cannot store NUL characters or lone surrogates, and nobody types them. */
export function refuseUnstorableText(input: unknown) {
  if (isStorable(input)) return
  throw errors.UNSTORABLE_TEXT()
}

/** With the flag u, the class matches only surrogates that have no partner. */
const UNSTORABLE = /\0|[\ud800-\udfff]/u

/** Without recursion, since the sender decides how deep the input is nested. */
function isStorable(input: unknown): boolean {
  const open = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && UNSTORABLE.test(value)) return false
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) open.push(key, part)
  }
  return true
}
