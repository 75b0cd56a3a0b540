import { ORPCError } from '@orpc/client'
import {
  defaultShouldDehydrateQuery,
  type EnsureQueryDataOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { api } from './api.ts'
import { hasErrorCode } from './errors.ts'
import { openSignInDialog } from './session.ts'

const RETRIES = 3
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
const FIVE_MINUTES = 5 * 60_000

export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The server knows nobody behind this call; a moment ago somebody was.
    const was = queries.getQueryData(api.session.get.queryKey())
    if (was && hasErrorCode(error, 'UNAUTHORIZED')) openSignInDialog()
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: import.meta.env.SSR ? false : mayRetry,
        retryDelay: (attempt) => Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS),
        gcTime: FIVE_MINUTES,
        staleTime: 60_000,
      },
      // Answers travel with the page, failures do not.
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery },
    },
  })
  return queries
}

/** A refusal stays a refusal however often one asks; only faults of the way there are worth another try. */
function mayRetry(failures: number, error: unknown): boolean {
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
  } catch {
    return undefined
  }
}
