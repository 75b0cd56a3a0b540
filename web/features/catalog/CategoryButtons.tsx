import { clsx } from 'clsx'
import type { FormEvent } from 'react'
import type { Category } from '#contract/catalog.ts'
import type { ProductsSearch } from './products-search.ts'

type HiddenFieldsProps = { search: ProductsSearch; without: readonly (keyof ProductsSearch)[] }

/** The other search parameters as hidden fields, since a native submit sends only the form's own fields. */
export function HiddenFields({ search, without }: HiddenFieldsProps) {
  const others = Object.entries(search).filter(
    ([name, value]) => value !== undefined && !without.includes(name as keyof ProductsSearch),
  )
  return others.flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => <input key={`${name}-${one}`} type="hidden" name={name} value={String(one)} />),
  )
}

type CategoryButtonsProps = {
  categories: readonly Category[]
  /** The label of the first button, which chooses no category. */
  allLabel: string
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
  /** The current search parameters, to keep when the form is submitted without script. */
  search?: ProductsSearch
  className?: string
}

/** Without script, the buttons open the products page. */
export function CategoryButtons({ search = {}, ...props }: CategoryButtonsProps) {
  const options = [{ name: '', label: props.allLabel }, ...props.categories.map(labelled)]
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    props.onChoose((submitter as HTMLButtonElement | null)?.value || undefined)
  }
  return (
    <form
      action="/products"
      aria-label="Categories"
      onSubmit={choose}
      className={clsx(
        'scroll-strip -mx-5 flex gap-2 px-5 py-1 md:mx-0 md:flex-wrap md:px-0',
        props.className,
      )}
    >
      <HiddenFields search={search} without={['category', 'page']} />
      {options.map(({ name, label }) => (
        <button
          key={name}
          type="submit"
          name="category"
          value={name}
          aria-pressed={(props.chosen ?? '') === name}
          className="choice"
        >
          {label}
        </button>
      ))}
    </form>
  )
}

const labelled = ({ name }: Category) => ({ name, label: name })
