import type * as z from 'zod'
import { ACCOUNTS_ERRORS } from './errors/accounts.ts'
import { CATALOG_ERRORS } from './errors/catalog.ts'
import { COMMON_ERRORS } from './errors/common.ts'
import { CONNECTIONS_ERRORS } from './errors/connections.ts'
import { MESSAGES_ERRORS } from './errors/messages.ts'
import { ORDERS_ERRORS } from './errors/orders.ts'
import { SHOP_ERRORS } from './errors/shop.ts'

/**
 * Every refusal of the API, once: its code, HTTP status, message and data. Procedures declare theirs with
 * `.errors(refusals('CODE', …))`, use cases throw `errors.CODE()`, the browser asks `hasErrorCode(error, 'CODE')`.
 */
export const ERRORS = {
  ...COMMON_ERRORS,
  ...SHOP_ERRORS,
  ...CATALOG_ERRORS,
  ...ORDERS_ERRORS,
  ...ACCOUNTS_ERRORS,
  ...MESSAGES_ERRORS,
  ...CONNECTIONS_ERRORS,
} satisfies Record<string, { status: number; message: string; data?: z.ZodType }>

export type ErrorCode = keyof typeof ERRORS

/** What an error carries beside its message; undefined for most. */
export type ErrorData<Code extends ErrorCode> = (typeof ERRORS)[Code] extends {
  data: infer Data extends z.ZodType
}
  ? z.infer<Data>
  : undefined

/** The errors that a procedure declares. */
export function refusals<Code extends ErrorCode>(...codes: Code[]): Pick<typeof ERRORS, Code> {
  return Object.fromEntries(codes.map((code) => [code, ERRORS[code]])) as Pick<typeof ERRORS, Code>
}
