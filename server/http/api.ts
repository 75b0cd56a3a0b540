import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler as FetchHandler } from '@orpc/openapi/fetch'
import { OpenAPIHandler as NodeHandler } from '@orpc/openapi/node'
import { createRouterClient, ORPCError, onError } from '@orpc/server'
import { BodyLimitPlugin } from '@orpc/server/node'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/index.ts'
import { type AppContext, proceduresOf, type RequestContext } from '../platform/rpc.ts'
import { router } from '../router.ts'
import type { Answer } from './page-cache.ts'
import { NOTHING_ALLOWED } from './security-headers.ts'

const LARGEST_BODY = 256 * 1024

export type Api = ReturnType<typeof createApi>

/** The contract over HTTP under /api, and in process for the page renderer. */
export function createApi(context: AppContext) {
  const nobody: RequestContext = {
    ...context,
    visitor: 'page',
    headers: new Headers(),
    session: async () => null,
  }
  const logFailure = (err: unknown) => {
    const expected = err instanceof ORPCError && err.status < 500
    if (!expected) context.log.error({ err }, 'call failed')
  }
  const overHttp = new NodeHandler(router, {
    interceptors: [onError(logFailure)],
    plugins: [
      new BodyLimitPlugin<RequestContext>({ maxBodySize: LARGEST_BODY }),
      new ResponseHeadersPlugin<RequestContext>(),
    ],
  })
  const kept = new FetchHandler(router, { interceptors: [onError(logFailure)] })
  const sharedAddresses = [...proceduresOf(contract)]
    .filter(({ meta }) => meta.cache === 'shared')
    .map(({ route }) => addressPattern(route.path ?? ''))

  return {
    inProcess: createRouterClient(router, { context: nobody }),

    handle: (request: IncomingMessage, response: ServerResponse, call: RequestContext) =>
      overHttp.handle(request, response, { prefix: '/api', context: call }),

    /** Is the answer to this address the same for everybody? */
    isShared: (path: string) => sharedAddresses.some((pattern) => pattern.test(path)),

    async sharedAnswer(url: string): Promise<Answer> {
      const request = new Request(new URL(url, 'http://shop.invalid'))
      const { response } = await kept.handle(request, { prefix: '/api', context: nobody })
      return {
        status: response?.status ?? 404,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-security-policy': NOTHING_ALLOWED,
        },
        body: (await response?.text()) ?? '',
      }
    },
  }
}

const addressPattern = (path: string) =>
  new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/?]+')}(\\?|$)`)

/** The OpenAPI description, with each procedure's policy as `x-policy`. */
export async function describeApi() {
  const description = await new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(contract, {
    info: {
      title: 'Petal API',
      version: '1',
      description: 'Everything the storefront and the back office ask of the server.',
    },
    servers: [{ url: '/api' }],
  })
  for (const { meta, route } of proceduresOf(contract)) {
    const operations = description.paths?.[route.path ?? ''] as Record<string, object> | undefined
    const operation = operations?.[route.method?.toLowerCase() ?? 'post']
    if (operation) Object.assign(operation, { 'x-policy': meta.policy })
  }
  return description
}
