import { oc } from '@orpc/contract'
import { refusals } from './errors.ts'
import type { Area } from './rights.ts'

/** Who may call a procedure. The server refuses a procedure that declares none. */
export type Policy = 'public' | 'signed-in' | 'admin'

export type RateLimit = { calls: number; per_seconds: number }

/** How often one visitor may call a procedure; counted across all processes. */
type CallLimit = RateLimit & {
  /** `account`: by the signed-in account, wherever it calls from, not by the network address. */
  by?: 'account'
  /** Procedures with the same name share one count. */
  shared?: string
}

export type ProcedureMeta = {
  policy?: Policy
  /** For `admin`: which part of the back office it belongs to; contract/rights.ts says whose that is. */
  area?: Area
  limit?: CallLimit
  /** `shared`: the answer does not depend on who asks, so it is cached until the data behind it changes. */
  cache?: 'shared'
  /** Its answer lists products, so it also changes with the stock and the ratings that lists show. */
  lists_products?: true
  /** `later`: a public call that no page makes before an interaction or an order, so its address is not in the first script. */
  loaded?: 'later'
  /** For an input that is larger than others may be; only who may call it makes the shop read it. */
  largest_body?: number
}

const procedure = oc.$meta<ProcedureMeta>({}).errors(refusals('TOO_MANY_REQUESTS'))

export const publicProcedure = procedure.meta({ policy: 'public' })

/** A public read of what every visitor sees. */
export const cachedProcedure = publicProcedure.meta({ cache: 'shared' })

export const signedInProcedure = procedure
  .errors(refusals('UNAUTHORIZED'))
  .meta({ policy: 'signed-in' })

const teamProcedure = procedure.errors(refusals('UNAUTHORIZED', 'FORBIDDEN'))

/** For those of the team whose role has this area. */
export const adminProcedure = (area: Area) => teamProcedure.meta({ policy: 'admin', area })
