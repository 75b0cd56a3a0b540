import { ORPCError } from '@orpc/server'
import { ERRORS, type ErrorCode, type ErrorData } from '#contract/errors.ts'

type Options<Code extends ErrorCode> =
  ErrorData<Code> extends undefined ? [] : [options: { data: ErrorData<Code> }]

type ErrorFactories = {
  [Code in ErrorCode]: (...options: Options<Code>) => ORPCError<Code, ErrorData<Code>>
}

/** `throw errors.OUT_OF_STOCK({ data: { product_ids } })`: status and message come from the contract. */
export const errors = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { status, message }]) => [
    code,
    (options?: { data: unknown }) => new ORPCError(code, { status, message, data: options?.data }),
  ]),
) as ErrorFactories

/** What a call answers while the database is away. */
export const isUnavailable = (error: unknown) =>
  error instanceof ORPCError && error.code === ('UNAVAILABLE' satisfies ErrorCode)
