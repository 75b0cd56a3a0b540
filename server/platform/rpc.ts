import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { os } from '@orpc/server'
import { type KeyScope, keyAllows } from '#contract/key-scopes.ts'
import type { ProcedureMeta } from '#contract/policy.ts'
import { type Area, mayUse, type Role } from '#contract/rights.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import { errors } from './errors.ts'
import type { FileStorage } from './file-storage.ts'
import type { Jobs } from './jobs.ts'
import type { RateLimits } from './limits.ts'
import type { Log } from './log.ts'
import type { EncodePicture } from './picture-encoder.ts'
import type { Signals } from './signals.ts'
import { refuseUnstorableText } from './storable-text.ts'

/** What every use case may need; made once per process. */
export type AppContext = {
  /** The program that writes backups; without it this process does. */
  backupProgram?: string
  /** The program that restores the shop, and tests it. */
  restoreProgram?: string
  changes: ChangeFeed
  config: Config
  db: Db
  encodePicture: EncodePicture
  files: FileStorage
  jobs: Jobs
  limits: RateLimits
  log: Log
  now: () => Date
  /** Reads again what an admin set on screen; other processes do when they get the signal. */
  reloadSettings: () => Promise<void>
  signals: Signals
}

export type Session = {
  session_id: string
  profile: { id: string; full_name: string; email: string }
  /** Null: a customer. */
  role: Role | null
  /** Two-step sign-in is required of this person and not set up. */
  needs_two_factor: boolean
  /** A program calls with this key. The profile is of the person who created it, under the name of the key. */
  key?: ApiKeyRights
}

export type ApiKeyRights = { id: string; scopes: readonly KeyScope[]; calls_per_minute: number }

/** Whose personal data is asked for. `email` is null until it is confirmed: it could be somebody else's. */
export type DataSubject = { user_id: string; email: string | null }

/** One call of the API: the context, and who is asking. */
export type RequestContext = AppContext & {
  /** A pseudonym of the visitor's network address, for limits. */
  visitor: () => string
  /** The headers of the request; a function, since most calls never read them. */
  headers: () => Headers
  /** The headers of the answer. The page renderer gives none: its answers set no cookies. */
  resHeaders?: Headers | undefined
  session: () => Promise<Session | null>
  /** Only of a call with `Authorization: Bearer`, which has no session of cookies. Null: no such key. */
  apiKey?: (() => Promise<Session | null>) | undefined
}

/**
 * Stands before every procedure: `implement(contract).$context<RequestContext>().use(guard)`. Deny by default:
 * a procedure whose contract declares no policy is refused, whatever its handler says.
 */
export const guard = os
  .$context<RequestContext>()
  .$meta<ProcedureMeta>({})
  .middleware(async ({ context, path, procedure, next }, input: unknown) => {
    const { meta, route } = procedure['~orpc']
    const { method } = route
    const key = await assertMayCall(context, { name: path.join('.'), meta, method, input })
    // Only from here on: a public procedure never takes a program for the person who created its key.
    return next({ context: { session: key ? async () => key : context.session } })
  })

type AttemptedCall = { name: string; meta: ProcedureMeta; method?: string; input: unknown }

/** For procedures, and for the event streams, which oRPC does not answer. Returns whose key it is, if it is one. */
export async function assertMayCall(
  context: RequestContext,
  { name, meta, method, input }: AttemptedCall,
): Promise<Session | null> {
  const { policy, limit } = meta
  if (!policy) throw errors.FORBIDDEN()
  const countedAs = limit?.shared ?? name
  if (limit && limit.by !== 'account') {
    await context.limits.count(countedAs, context.visitor(), limit)
  }
  refuseUnstorableText(input)
  if (context.apiKey) {
    const session = await assertKeyMayCall(context, await context.apiKey(), { meta, method })
    if (limit?.by === 'account') await context.limits.count(countedAs, session.key.id, limit)
    return policy === 'public' ? null : session
  }
  if (policy === 'public') return null
  const session = await context.session()
  if (!session) throw errors.UNAUTHORIZED()
  if (!mayCall(meta, session)) throw errors.FORBIDDEN()
  if (limit?.by === 'account') await context.limits.count(countedAs, session.profile.id, limit)
  return null
}

/** Public reads are answered as to a visitor; everything else that is not of the back office is refused. */
async function assertKeyMayCall(
  { limits }: RequestContext,
  session: Session | null,
  { meta, method }: Pick<AttemptedCall, 'meta' | 'method'>,
) {
  const key = session?.key
  if (!key) throw errors.UNAUTHORIZED()
  await limits.count('api_key', key.id, { calls: key.calls_per_minute, per_seconds: 60 })
  const isPublicRead = meta.policy === 'public' && method === 'GET'
  if (!isPublicRead && !mayCall(meta, session, method)) throw errors.FORBIDDEN()
  return { ...session, key }
}

/**
 * A procedure of the back office without an area is for nobody. A key may call those of the back office alone, and never
 * more than the person who created it may at this moment.
 */
export function mayCall(
  { policy, area }: ProcedureMeta,
  { key, ...person }: Session,
  method?: string,
): boolean {
  if (policy !== 'admin') return !key
  if (area === undefined || !mayEnter(person, area)) return false
  return !key || keyAllows(key.scopes, area, method === 'GET' ? 'read' : 'write')
}

/** The one question about the rights of a person, for procedures, routes and streams alike. A key opens procedures alone. */
export const mayEnter = ({ role, needs_two_factor, key }: Session, area: Area) =>
  !key && mayUse(role, area) && (!needs_two_factor || area === 'own_sign_in')

/** The signed-in caller of a procedure that only signed-in people reach. */
export async function requireSession(call: RequestContext): Promise<Session> {
  const session = await call.session()
  if (!session) throw errors.UNAUTHORIZED()
  return session
}

type ListedProcedure = {
  name: string
  meta: ProcedureMeta
  route: { method?: string; path?: string }
  /** The names of the fields that its input has. */
  inputKeys: string[]
}

/** Every procedure of a contract with its dotted name. */
export function* proceduresOf(
  contract: AnyContractRouter,
  path: string[] = [],
): Generator<ListedProcedure> {
  if (isContractProcedure(contract)) {
    const { meta, route, inputSchema } = contract['~orpc']
    yield { name: path.join('.'), meta, route, inputKeys: keysOf(inputSchema as ObjectSchema) }
    return
  }
  for (const [key, part] of Object.entries(contract)) yield* proceduresOf(part, [...path, key])
}

type ObjectSchema = { shape?: object; def?: { innerType?: ObjectSchema; in?: ObjectSchema } }

/** The fields of an object schema, also inside `optional()` or a transformation. */
function keysOf(schema: ObjectSchema | undefined): string[] {
  if (!schema) return []
  return schema.shape ? Object.keys(schema.shape) : keysOf(schema.def?.innerType ?? schema.def?.in)
}
