import { ORPCError } from '@orpc/server'

/**
 * The shop says no, in the user's words. The code and its data are declared in the contract of the
 * procedure that refuses, so that the browser knows their types.
 */
export class Refusal<Code extends string, Data = undefined> extends ORPCError<Code, Data> {
  constructor(code: Code, message: string, data?: Data) {
    super(code, { status: REFUSED, message, data: data as Data } as never)
  }
}

const REFUSED = 409
