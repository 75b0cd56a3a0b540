import { ORPCError } from '@orpc/client'

const UNEXPECTED = 'Something went wrong on our side. Please try again in a moment.'
const OFFLINE = 'We could not reach the shop. Please check your connection and try again.'

/** What to tell the user: the server's own words when it refused, ours when it failed. */
export function messageOf(error: unknown, otherwise = UNEXPECTED): string {
  if (error instanceof ORPCError) return error.status < 500 ? error.message : otherwise
  if (error instanceof TypeError) return OFFLINE
  return otherwise
}

export function isNotFoundAnswer(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 404 || error.status === 400)
}

export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ORPCError && error.code === code
}
