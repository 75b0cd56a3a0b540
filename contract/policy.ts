import { oc } from '@orpc/contract'
import * as z from 'zod'

/** Who may call a procedure. The server refuses a procedure that declares none. */
export type Policy = 'anyone' | 'signedIn' | 'admin'

/** How often one visitor may call a procedure; counted across all processes. */
export type CallLimit = { calls: number; per_seconds: number }

export type ProcedureMeta = {
  policy?: Policy
  limit?: CallLimit
  /** The answer is the same for everybody and changes only with the shop: it may be kept and served again. */
  same_for_everybody?: boolean
}

const procedure = oc.$meta<ProcedureMeta>({}).errors({
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many requests. Please wait a moment and try again.',
    data: z.object({ retry_after_seconds: z.number() }),
  },
})

const SignInFirst = { UNAUTHORIZED: { status: 401, message: 'Please sign in to continue.' } }

export const anyone = procedure.meta({ policy: 'anyone' })

/** What every visitor sees of the shop; kept in the page cache. */
export const everybody = anyone.meta({ same_for_everybody: true })

export const signedIn = procedure.errors(SignInFirst).meta({ policy: 'signedIn' })

export const admin = procedure
  .errors({
    ...SignInFirst,
    FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  })
  .meta({ policy: 'admin' })

/** A business refusal: the request was understood, and the shop says no, in the user's words. */
export const refusal = <Data extends z.ZodType>(message: string, data?: Data) => ({
  status: 409,
  message,
  data,
})
