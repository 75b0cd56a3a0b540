import type { ProductsSearch } from './products-search.ts'

type KeptSearchProps = { search: ProductsSearch; without: readonly (keyof ProductsSearch)[] }

/** A form sends only its own fields; these are the ones that should survive it. */
export function KeptSearch({ search, without }: KeptSearchProps) {
  const kept = Object.entries(search).filter(
    ([name, value]) => value !== undefined && !without.includes(name as keyof ProductsSearch),
  )
  return kept.map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={String(value)} />
  ))
}
