import { ORPCError } from '@orpc/client'
import type { ErrorCode, ErrorData } from '#contract/errors.ts'

const UNEXPECTED = 'Something went wrong on our side. Please try again in a moment.'
const OFFLINE = 'We could not reach the shop. Please check your connection and try again.'

const RESTORING: ErrorCode = 'RESTORING'

/** The server's message when it refused, our own when it failed. */
export function errorMessage(error: unknown, otherwise = UNEXPECTED): string {
  if (error instanceof ORPCError) {
    // While it is restored, the whole shop answers this.
    if (error.status >= 500) return error.code === RESTORING ? error.message : otherwise
    return inputMessage(error.data) ?? error.message
  }
  if (error instanceof TypeError) return OFFLINE
  return otherwise
}

type InputIssue = { message?: string; path?: readonly unknown[] }

/** Zod's own messages, such as "Too small: expected string to have >=1 characters", are not for users. */
const NOT_FOR_USERS = /^(Invalid|Too (small|big)|Unrecognized)/

/** The first problem of an input that failed validation. The error itself only says that it did. */
function inputMessage(data: unknown): string | undefined {
  const [issue] = (data as { issues?: InputIssue[] } | undefined)?.issues ?? []
  if (!issue) return undefined
  if (issue.message && !NOT_FOR_USERS.test(issue.message)) return issue.message
  const field = issue.path?.findLast((part) => typeof part === 'string')
  return field ? `Please check the ${words(field)}.` : 'Please check what you entered.'
}

/** `full_name` and `fullName` are "full name". */
const words = (field: string) => field.replaceAll(/([a-z])([A-Z])|_/g, '$1 $2').toLowerCase()

/** An id or slug that fails validation (400) is treated like an unknown one (404). */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 404 || error.status === 400)
}

export function hasErrorCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ORPCError<Code, ErrorData<Code>> {
  return error instanceof ORPCError && error.code === code
}
