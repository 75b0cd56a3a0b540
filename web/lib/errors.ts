import { ORPCError } from '@orpc/client'
import type { ErrorCode, ErrorData } from '#contract/errors.ts'

const UNEXPECTED = 'Something went wrong on our side. Please try again in a moment.'
const OFFLINE = 'We could not reach the shop. Please check your connection and try again.'

/** What to show the user: the server's own words when it refused, ours when it failed. */
export function errorMessage(error: unknown, otherwise = UNEXPECTED): string {
  if (error instanceof ORPCError) return error.status < 500 ? error.message : otherwise
  if (error instanceof TypeError) return OFFLINE
  return otherwise
}

/** An id or slug that cannot be right (400) names nothing, just like one that is not there. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 404 || error.status === 400)
}

export function hasErrorCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ORPCError<Code, ErrorData<Code>> {
  return error instanceof ORPCError && error.code === code
}
