import { ORPCError } from '@orpc/client'
import {
  type EnsureQueryDataOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { api } from './api.ts'
import { hasErrorCode } from './errors.ts'
import { openSignInDialog } from './session.ts'

const RETRIES = 2
const FIRST_DELAY_MS = 500

export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    const session = queries.getQueryData(api.session.get.queryKey())
    if (session && hasErrorCode(error, 'UNAUTHORIZED')) openSignInDialog()
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: import.meta.env.SSR ? false : shouldRetry,
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: true,
        // gcTime keeps its default, which is Infinity on the server: a timer would hold the data of every
        // rendered page in memory for five minutes.
        staleTime: 60_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

/** A page says within three seconds that something cannot be loaded, also without a network, and tries again when it is back. */
export const retryDelay = (attempt: number) => FIRST_DELAY_MS * 2 ** attempt

/** Retries network and server failures; a refusal (4xx) would be refused again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ORPCError && error.status < 500) return false
  return failures < RETRIES
}

/**
 * Loads what a page can do without: when it fails, the page opens without it. Components read it with
 * `useQuery`, which also retries in the browser; the loader does not wait for retries. Failures on the server
 * are logged by the API client.
 */
export async function loadOptional<
  FnData,
  Failure = Error,
  Data = FnData,
  Key extends QueryKey = QueryKey,
>(
  queryClient: QueryClient,
  options: EnsureQueryDataOptions<FnData, Failure, Data, Key>,
): Promise<Data | undefined> {
  try {
    return await queryClient.ensureQueryData({ ...options, retry: false })
  } catch (error) {
    // On the server, an API that was not called at all is a mistake in the loader.
    if (import.meta.env.SSR && !(error instanceof ORPCError)) throw error
    return undefined
  }
}
