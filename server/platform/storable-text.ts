import { ORPCError } from '@orpc/server'

/** PostgreSQL cannot keep a NUL character, and nobody types one. Asked before a call reads its input. */
export function refuseUnstorableText<Output>({ input, next }: Call<Output>): Output {
  if (!hasNul(input)) return next()
  throw new ORPCError('BAD_REQUEST', {
    message: 'The text contains a character that cannot be stored',
  })
}

type Call<Output> = { input: unknown; next: () => Output }

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
