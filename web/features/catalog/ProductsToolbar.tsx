import { Link } from '@tanstack/react-router'
import { SlidersHorizontal, X } from 'lucide-react'
import type { ChangeEvent, FormEvent } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Checkbox, Field, Input, Select } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { HiddenFields } from './CategoryButtons.tsx'
import { type ProductsSearch, readProductsSearch, SORTS } from './products-search.ts'

type ProductsToolbarProps = {
  search: ProductsSearch
  onChange: (search: ProductsSearch) => void
}

/** Sort and filters in one form, which also works without script. */
export function ProductsToolbar({ search, onChange }: ProductsToolbarProps) {
  const apply = (form: HTMLFormElement) =>
    onChange(readProductsSearch(Object.fromEntries(new FormData(form))))
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
        without={['sort', 'min_price', 'max_price', 'in_stock', 'page']}
      />
      <Filters search={search} />
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

function Filters({ search }: { search: ProductsSearch }) {
  const count = [search.min_price ?? search.max_price, search.in_stock].filter(
    (given) => given !== undefined,
  ).length
  return (
    <details className="group">
      <summary className={buttonStyle({ look: 'outline', className: 'list-none' })}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filter
        {count > 0 && (
          <span className="grid size-5 place-items-center rounded-full bg-rose font-semibold text-on-rose text-xs">
            <span className="sr-only">, active: </span>
            {count}
          </span>
        )}
      </summary>
      <div className="absolute top-full left-0 z-30 mt-2 grid w-full max-w-sm gap-4 rounded-card border border-line bg-paper p-5 shadow-float">
        <div className="grid grid-cols-2 gap-3">
          <PriceField name="min_price" label="Price from" value={search.min_price} />
          <PriceField name="max_price" label="Price to" value={search.max_price} />
        </div>
        <Checkbox name="in_stock" label="In stock only" defaultChecked={search.in_stock === true} />
        <Button type="submit">Show products</Button>
      </div>
    </details>
  )
}

type PriceFieldProps = { name: string; label: string; value: number | undefined }

function PriceField({ name, label, value }: PriceFieldProps) {
  return (
    <Field label={label}>
      <div className="relative">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-3.5 grid place-items-center text-quiet"
        >
          $
        </span>
        <Input
          name={name}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          defaultValue={value}
          className="pl-7"
        />
      </div>
    </Field>
  )
}

/** The filters in use, each with a link that removes it. */
export function ActiveFilters({ search }: { search: ProductsSearch }) {
  const { q, min_price, max_price, in_stock } = search
  const prices = { min_price: undefined, max_price: undefined }
  const filters = [
    q && { label: `“${q}”`, off: { q: undefined, sort: undefined } },
    (min_price ?? max_price) !== undefined && {
      label: priceRange(min_price, max_price),
      off: prices,
    },
    in_stock && { label: 'In stock', off: { in_stock: undefined } },
  ].filter((filter) => filter !== undefined && filter !== false && filter !== '')
  if (filters.length === 0) return null
  return (
    <NamedList label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ label, off }) => (
        <li key={label}>
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

function priceRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Up to ${formatMoney(max ?? 0)}`
  if (max === undefined) return `From ${formatMoney(min)}`
  return `${formatMoney(min)} – ${formatMoney(max)}`
}
