import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ChangeEvent, FormEvent } from 'react'
import type { Money } from '#contract/money.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { HiddenFields } from './CategoryButtons.tsx'
import { ProductFilters } from './ProductFilters.tsx'
import {
  attributes as attributesQuery,
  type ProductsSearch,
  readProductsSearch,
  SORTS,
} from './products-search.ts'

type ProductsToolbarProps = {
  search: ProductsSearch
  onChange: (search: ProductsSearch) => void
}

/** Sort and filters in one form, which also works without script. */
export function ProductsToolbar({ search, onChange }: ProductsToolbarProps) {
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form)
    onChange(readProductsSearch({ ...Object.fromEntries(data), options: data.getAll('options') }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.querySelector('details')?.removeAttribute('open')
    apply(event.currentTarget)
  }
  const changed = ({ target }: ChangeEvent<HTMLSelectElement>) => target.form && apply(target.form)
  return (
    <form
      // Resets what was typed but not applied when the URL changes.
      key={JSON.stringify(search)}
      action="/products"
      aria-label="Sort and filter"
      onSubmit={submit}
      className="relative flex flex-wrap items-start justify-between gap-3"
    >
      <HiddenFields
        search={search}
        without={[
          'sort',
          'min_price',
          'max_price',
          'in_stock',
          'on_sale',
          'min_rating',
          'options',
          'page',
        ]}
      />
      <ProductFilters search={search} />
      <div className="flex items-center gap-2">
        <label htmlFor="sort" className="sr-only">
          Sort by
        </label>
        <Select
          id="sort"
          name="sort"
          defaultValue={search.sort ?? ''}
          onChange={changed}
          className="w-auto [&>select]:rounded-full [&>select]:border-field/45 [&>select]:bg-transparent [&>select]:pl-5"
        >
          <option value="">{search.q ? 'Best match' : SORTS.newest}</option>
          {Object.entries(SORTS)
            .filter(([sort]) => search.q || sort !== 'newest')
            .map(([sort, label]) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
        </Select>
        <noscript>
          <button type="submit" className={buttonStyle({ look: 'soft' })}>
            Sort
          </button>
        </noscript>
      </div>
    </form>
  )
}

/** The filters in use, each with a link that removes it. */
export function ActiveFilters({ search }: { search: ProductsSearch }) {
  const { q, min_price, max_price, in_stock, on_sale, min_rating, options = [] } = search
  const formatMoney = useMoney()
  const { data: attributes = [] } = useQuery(attributesQuery(api))
  const prices = { min_price: undefined, max_price: undefined }
  const filters = [
    q && { label: `“${q}”`, off: { q: undefined, sort: undefined } },
    (min_price ?? max_price) !== undefined && {
      label: priceRange(min_price, max_price, formatMoney),
      off: prices,
    },
    in_stock && { label: 'In stock', off: { in_stock: undefined } },
    on_sale && { label: 'On sale', off: { on_sale: undefined } },
    min_rating !== undefined && {
      label: `${min_rating} stars and up`,
      off: { min_rating: undefined },
    },
    ...attributes.flatMap(({ options: all }) =>
      all
        .filter(({ id }) => options.includes(id))
        .map(({ id, label }) => ({
          label,
          off: { options: options.filter((one) => one !== id) },
        })),
    ),
  ].filter((filter) => filter !== undefined && filter !== false && filter !== '')
  if (filters.length === 0) return null
  return (
    <NamedList label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ label, off }) => (
        <li key={JSON.stringify(off)}>
          <Link
            from="/products"
            // From the latest search: the page may still show the previous one.
            search={(now) => ({ ...now, ...off, page: undefined })}
            resetScroll={false}
            className="inline-flex min-h-9 max-w-[70vw] items-center gap-1.5 rounded-full bg-blush px-4 text-sm transition-colors hover:bg-blush-deep pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
    </NamedList>
  )
}

function priceRange(min: number | undefined, max: number | undefined, formatMoney: Money) {
  if (min === undefined) return `Up to ${formatMoney(max ?? 0)}`
  if (max === undefined) return `From ${formatMoney(min)}`
  return `${formatMoney(min)} – ${formatMoney(max)}`
}
