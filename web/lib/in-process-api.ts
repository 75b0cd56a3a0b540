import { createORPCClient, ORPCError } from '@orpc/client'
import { type Api, type ApiClient, createApi } from './api.ts'

/** While rendering on the server, calls go to the shop's router in process instead of over HTTP. */
export function createInProcessApi(router: ApiClient, onFailure: (error: unknown) => void): Api {
  return createApi(
    createORPCClient({
      async call(path, input, options) {
        const procedure = path.reduce<unknown>(
          (branch, name) => (branch as Record<string, unknown> | undefined)?.[name],
          router,
        )
        if (typeof procedure !== 'function') throw new Error(`No procedure ${path.join('.')}`)
        try {
          return await procedure(input, options)
        } catch (error) {
          if (error instanceof ORPCError && error.status < 500) throw error
          onFailure(error)
          // An error of a loader is serialised into the page, so the details must not be in it.
          throw new ORPCError('INTERNAL_SERVER_ERROR')
        }
      },
    }),
  )
}
