import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RATING_STEPS } from '#contract/rating-steps.ts'
import { api } from '../../lib/api.ts'
import { useCurrencySign } from '../../lib/money.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Checkbox, Field, Input, Select } from '../../ui/Field.tsx'
import { attributes as attributesQuery, facetsOf, type ProductsSearch } from './products-search.ts'

/** Everything that narrows a list down, behind one button. Counts are loaded when it is opened. */
export function ProductFilters({ search }: { search: ProductsSearch }) {
  const [isOpen, setOpen] = useState(false)
  const { data: attributes = [] } = useQuery(attributesQuery(api))
  const { data: counts } = useQuery({ ...facetsOf(api, search), enabled: isOpen })
  const { options = [] } = search
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={buttonStyle({ look: 'outline', className: 'list-none' })}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filter
        <ActiveCount search={search} />
      </summary>
      <div className="absolute top-full left-0 z-30 mt-2 grid max-h-[70svh] w-full max-w-sm gap-4 overflow-y-auto overscroll-contain rounded-card border border-line bg-paper p-5 shadow-float">
        <div className="grid grid-cols-2 gap-3">
          <PriceField name="min_price" label="Price from" value={search.min_price} />
          <PriceField name="max_price" label="Price to" value={search.max_price} />
        </div>
        <Field label="Rating">
          <Select name="min_rating" defaultValue={search.min_rating ?? ''}>
            <option value="">Any</option>
            {RATING_STEPS.map((stars, n) => (
              <option key={stars} value={stars}>
                {stars} stars and up{counts && ` (${counts.ratings[n]})`}
              </option>
            ))}
          </Select>
        </Field>
        <div>
          <Checkbox
            name="in_stock"
            label={<Counted label="In stock only" count={counts?.in_stock} />}
            defaultChecked={search.in_stock === true}
          />
          <Checkbox
            name="on_sale"
            label={<Counted label="On sale" count={counts?.on_sale} />}
            defaultChecked={search.on_sale === true}
          />
        </div>
        {attributes.map(({ id, name, options: all }) => (
          <fieldset key={id}>
            <legend className="font-medium text-sm">{name}</legend>
            {all.map((option) => (
              <Checkbox
                key={option.id}
                name="options"
                value={option.id}
                label={
                  <Counted
                    label={option.label}
                    count={counts && (counts.options[option.id] ?? 0)}
                  />
                }
                defaultChecked={options.includes(option.id)}
              />
            ))}
          </fieldset>
        ))}
        <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-line border-t bg-paper px-5 py-4">
          <Button type="submit">Show products</Button>
          {counts && (
            <p role="status" className="text-center text-quiet text-sm">
              {counts.total} {counts.total === 1 ? 'product' : 'products'} now
            </p>
          )}
        </div>
      </div>
    </details>
  )
}

function ActiveCount({ search }: { search: ProductsSearch }) {
  const { min_price, max_price, in_stock, on_sale, min_rating, options = [] } = search
  const given = [min_price ?? max_price, in_stock, on_sale, min_rating, ...options]
  const count = given.filter((one) => one !== undefined).length
  if (count === 0) return null
  return (
    <span className="grid size-5 place-items-center rounded-full bg-rose font-semibold text-on-rose text-xs">
      <span className="sr-only">, active: </span>
      {count}
    </span>
  )
}

function Counted({ label, count }: { label: string; count: number | undefined }): ReactNode {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-quiet tabular-nums"> ({count})</span>}
    </>
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
          {useCurrencySign()}
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
