import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler as FastifyHandler } from '@orpc/openapi/fastify'
import { OpenAPIHandler as FetchHandler } from '@orpc/openapi/fetch'
import { createRouterClient, ORPCError } from '@orpc/server'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '#contract/index.ts'
import { keyAllows } from '#contract/key-scopes.ts'
import { UPLOAD_PATH } from '#contract/media.ts'
import type { ProcedureMeta } from '#contract/policy.ts'
import { UPLOAD_OPERATION } from '../modules/media/index.ts'
import { isDatabaseUnavailable } from '../platform/database.ts'
import { errors, isUnavailable } from '../platform/errors.ts'
import { type AppContext, proceduresOf, type RequestContext } from '../platform/rpc.ts'
import { createSharedCache } from '../platform/shared-cache.ts'
import { router } from '../router.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { type Answer, affectedBy, canonicalAddress, type ShopChange } from './page-cache.ts'
import { NOTHING_ALLOWED } from './security-headers.ts'

/** Results of cached procedures, for pages that are rendered: a few hundred objects, not megabytes. */
const MAX_CACHED_RESULTS = 500
const RETRY_AFTER_SECONDS = 2

export type Api = ReturnType<typeof createApi>

/** The contract over HTTP under /api, and in process for the page renderer. */
export function createApi(context: AppContext) {
  const anonymous: RequestContext = {
    ...context,
    visitor: () => 'page',
    headers: () => new Headers(),
    session: async () => null,
  }
  const results = createSharedCache<{ result: unknown }>({ maxSize: MAX_CACHED_RESULTS })

  /** While the database is away, calls are refused as unavailable: it is not their failure. */
  function failureOf(err: unknown) {
    if (!isDatabaseUnavailable(err) && !isUnavailable(err)) return err
    context.log.warn({ err }, 'the database is not available')
    return errors.UNAVAILABLE()
  }

  /** Refusals pass; everything else is our bug. */
  async function reportFailure<Result>(call: {
    context: RequestContext
    next: () => Promise<Result>
  }) {
    try {
      return await call.next()
    } catch (err) {
      const failure = failureOf(err)
      if (!(failure instanceof ORPCError)) context.log.error({ err }, 'call failed')
      else if (isUnavailable(failure)) {
        call.context.resHeaders?.set('retry-after', String(RETRY_AFTER_SECONDS))
      }
      throw failure
    }
  }

  const overHttp = new FastifyHandler(router, {
    clientInterceptors: [reportFailure],
    plugins: [new ResponseHeadersPlugin()],
  })
  const overFetch = new FetchHandler(router, { clientInterceptors: [reportFailure] })
  const procedures = [...proceduresOf(contract)]
  const cachedRoutes = procedures
    .filter(({ meta }) => meta.cache === 'shared')
    .map(({ route, inputKeys }) => ({ pattern: pathPattern(route.path ?? ''), inputKeys }))
  const productLists = procedures.filter(({ meta }) => meta.lists_products)
  /** Whether this key, of a public read or of a call in process, is a list of products. */
  const listsProducts = (key: string) =>
    productLists.some(({ name, route }) => {
      const [asked] = key.split('?', 1)
      return asked === name || asked === `/api${route.path}`
    })

  return {
    /** For the renderer. Cached procedures are asked once until the data behind them changes. */
    inProcess: createRouterClient(router, {
      context: anonymous,
      interceptors: [
        ({ next }) =>
          next().catch((err) => {
            throw failureOf(err)
          }),
        async ({ path, input, procedure, next }) => {
          if (procedure['~orpc'].meta.cache !== 'shared') return next()
          const key = `${path.join('.')}?${JSON.stringify(input ?? null)}`
          return (await results.getOrLoad(key, async () => ({ result: await next() }))).result
        },
      ],
    }),

    /** Answers a call over HTTP. False: there is no such procedure. */
    async handle(request: FastifyRequest, reply: FastifyReply, context: RequestContext) {
      const { matched } = await overHttp.handle(request, reply, { prefix: '/api', context })
      return matched
    },

    /** The routes of procedures that take more than the usual body, in Fastify's spelling. */
    largeBodies: procedures.flatMap(({ meta, route: { method = 'POST', path = '' } }) =>
      meta.largest_body
        ? {
            method,
            path: `/api${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`,
            bytes: meta.largest_body,
            meta,
          }
        : [],
    ),

    /** The cache key of a public read: its path and the parameters that the procedure knows. Null: not cached. */
    cacheKey(url: string): string | null {
      const [path = '', search = ''] = canonicalAddress(url).split('?', 2)
      const route = cachedRoutes.find(({ pattern }) => pattern.test(path))
      if (!route) return null
      const known = [...new URLSearchParams(search)].filter(([name]) =>
        route.inputKeys.includes(name.replace(/\[.*$/, '')),
      )
      const sorted = new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      return sorted.size > 0 ? `${path}?${sorted}` : path
    },

    async cachedAnswer(key: string): Promise<Answer> {
      const request = new Request(new URL(key, 'http://internal.invalid'))
      const { response } = await overFetch.handle(request, { prefix: '/api', context: anonymous })
      return {
        status: response?.status ?? 404,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-security-policy': NOTHING_ALLOWED,
        },
        body: (await response?.text()) ?? '',
      }
    },

    listsProducts,

    drop: (change: ShopChange) => results.drop(affectedBy(change, listsProducts)),
  }
}

const pathPattern = (path: string) => new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

/** The right of an API key that opens a procedure; none for those that are closed to keys. */
function scopeOf({ area }: ProcedureMeta, method: string | undefined) {
  const right = method === 'GET' ? 'read' : 'write'
  return area && keyAllows([`${area}:write`], area, right) ? `${area}:${right}` : undefined
}

/** The OpenAPI description; `x-policy` separates procedures of the back office, each with its `x-area`, from those of any signed-in customer. */
export async function describeApi() {
  const description = await new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(contract, {
    info: {
      title: 'Petal API',
      version: '1',
      description: 'Everything the storefront and the back office ask of the server.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-petal_session',
          description: 'Set by signing in. On localhost its name is petal_session.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, which the owner creates under Site Settings, API Keys, with rights by area. A call with a key needs no Origin, and its cookies do not count.',
        },
      },
    },
  })
  for (const { meta, route } of proceduresOf(contract)) {
    const operations = description.paths?.[route.path ?? ''] as Record<string, object> | undefined
    const operation = operations?.[route.method?.toLowerCase() ?? 'post']
    if (!operation) continue
    const scope = scopeOf(meta, route.method)
    const security =
      meta.policy === 'public' ? [] : [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])]
    const extensions = { 'x-policy': meta.policy, 'x-area': meta.area, 'x-key-scope': scope }
    Object.assign(operation, { security, ...extensions })
  }
  const webhooks = await describeWebhooks()
  const uploads = { [UPLOAD_PATH.replace('/api', '')]: { post: UPLOAD_OPERATION } }
  return Object.assign(description, { paths: { ...description.paths, ...uploads }, webhooks })
}
