import type { ProductQuery } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'

/** Page after page, starting with the one that the address names. */
export const productPages = ({ page: first = 1, ...query }: ProductQuery) =>
  api.products.list.infiniteOptions({
    input: (page: number) => ({ ...query, page }),
    initialPageParam: first,
    getNextPageParam: (last) => (last.has_more ? last.page + 1 : undefined),
  })
