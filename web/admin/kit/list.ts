import {
  type DataTag,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type * as z from 'zod'
import type { Paged } from '#contract/paging.ts'

type Search = Record<string, string>
type Patch = Record<string, string | number | boolean | undefined>

/** How a list is shown: its page, search text, sort and filters. They are in the URL, so that it can be bookmarked and sent. */
export type List<Row> = {
  data: Paged<Row> | undefined
  error: Error | null
  /** When it failed last. */
  failedAt: number
  /** While other rows are on their way, the earlier ones stay. */
  isStale: boolean
  retry: () => void
  /** What the URL says, as text. */
  search: Search
  /** Whether anything but the sort narrows the list. */
  isFiltered: boolean
  /** Undefined removes a parameter. Everything but another page goes back to the first page. */
  set: (patch: Patch) => void
  clear: () => void
  /** The current filter and sort as a query string, for an export. */
  queryString: string
}

const VIEW_PARAMETERS = ['page', 'per_page', 'sort']

/**
 * `useList(OrderQuery, (input) => api.orders.admin_list.queryOptions({ input }))`. Parameters that the schema
 * refuses are left out, so an old or mistyped link still opens; those that it does not know stay.
 */
export function useList<Schema extends z.ZodObject, Row>(
  schema: Schema,
  options: (input: z.infer<Schema>) => { queryKey: DataTag<QueryKey, Paged<Row>, Error> },
): List<Row> {
  const { search: params } = useLocation()
  const navigate = useNavigate()
  const { search, input } = readSearch(schema, params)
  // Such as the tab that the list is in.
  const others = Object.entries(params).filter(([name]) => !(name in schema.shape))
  const query = useQuery({
    ...(options(input) as UseQueryOptions<Paged<Row>, Error, Paged<Row>, QueryKey>),
    placeholderData: keepPreviousData,
  })
  const show = (next: Search) =>
    void navigate({
      to: '.',
      search: { ...Object.fromEntries(others), ...next },
      replace: true,
      resetScroll: false,
    })
  return {
    data: query.data,
    error: query.error,
    failedAt: query.errorUpdatedAt,
    isStale: query.isPlaceholderData,
    retry: () => void query.refetch(),
    search,
    isFiltered: Object.keys(search).some((name) => !VIEW_PARAMETERS.includes(name)),
    set: (patch) => show(patched(search, 'page' in patch ? patch : { ...patch, page: undefined })),
    clear: () =>
      show(
        Object.fromEntries(
          Object.entries(search).filter(
            ([name]) => name !== 'page' && VIEW_PARAMETERS.includes(name),
          ),
        ),
      ),
    queryString: new URLSearchParams(
      patched(search, { page: undefined, per_page: undefined }),
    ).toString(),
  }
}

function readSearch<Schema extends z.ZodObject>(schema: Schema, params: object) {
  const known = Object.entries(params).filter(([name]) => name in schema.shape)
  const search: Search = Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
  for (;;) {
    const parsed = schema.safeParse(search)
    if (parsed.success) return { search, input: parsed.data as z.infer<Schema> }
    for (const { path } of parsed.error.issues) delete search[String(path[0])]
  }
}

function patched(search: Search, patch: Patch): Search {
  const next = { ...search }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === '') delete next[name]
    else next[name] = String(value)
  }
  return next
}
