import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { ORPCError, os } from '@orpc/server'
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins'
import type { ProcedureMeta } from '#contract/policy.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { CallLimits } from './limits.ts'
import type { Log } from './log.ts'
import { refuseUnstorableText } from './storable-text.ts'

/** What every use case may need; made once per process. */
export type Platform = {
  config: Config
  db: Db
  events: Events
  jobs: Jobs
  limits: CallLimits
  log: Log
  now: () => Date
}

export type Who = {
  session_id: string
  profile: { id: string; full_name: string; email: string }
  is_admin: boolean
}

/** One call of the API: the platform, and who is asking. */
export type Call = Platform &
  ResponseHeadersPluginContext & {
    /** A pseudonym of the visitor's network address, for limits. */
    visitor: string
    headers: Headers
    who: () => Promise<Who | null>
  }

/**
 * Stands before every procedure: `implement(contract).$context<Call>().use(guard)`. Deny by default:
 * a procedure whose contract declares no policy is refused, whatever its handler says.
 */
export const guard = os
  .$context<Call>()
  .$meta<ProcedureMeta>({})
  .middleware(async ({ context, path, procedure, next }, input: unknown) => {
    const { policy, limit } = procedure['~orpc'].meta
    if (!policy) throw new ORPCError('FORBIDDEN')
    if (limit) await context.limits.count(path.join('.'), context.visitor, limit)
    refuseUnstorableText(input)
    if (policy === 'anyone') return next()

    const who = await context.who()
    if (!who) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in to continue.' })
    if (policy === 'admin' && !who.is_admin) {
      throw new ORPCError('FORBIDDEN', { message: "You don't have permission to do this." })
    }
    return next()
  })

/** The signed-in caller of a procedure that only signed-in people reach. */
export async function caller(call: Call): Promise<Who> {
  const who = await call.who()
  if (!who) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in to continue.' })
  return who
}

/** Every procedure of a contract with its dotted name. */
export function* proceduresOf(
  contract: AnyContractRouter,
  path: string[] = [],
): Generator<{ name: string; meta: ProcedureMeta; route: { method?: string; path?: string } }> {
  if (isContractProcedure(contract)) {
    const { meta, route } = contract['~orpc']
    yield { name: path.join('.'), meta, route }
    return
  }
  for (const [key, part] of Object.entries(contract)) yield* proceduresOf(part, [...path, key])
}
