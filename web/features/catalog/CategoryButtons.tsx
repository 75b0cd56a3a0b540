import { clsx } from 'clsx'
import type { Category } from '#contract/catalog.ts'

type CategoryButtonsProps = {
  categories: readonly Category[]
  /** What the first button says: all of them. */
  allLabel: string
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
}

export function CategoryButtons(props: CategoryButtonsProps) {
  const options = [
    { value: undefined, label: props.allLabel },
    ...props.categories.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own layout.
    <div
      role="group"
      aria-label="Categories"
      className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {options.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={props.chosen === value}
          onClick={() => props.onChoose(value)}
          className={clsx(
            'min-h-11 shrink-0 whitespace-nowrap rounded-full border px-5 text-[0.9375rem] transition-colors',
            props.chosen === value
              ? 'border-rose bg-rose text-on-rose'
              : 'border-line text-ink hover:border-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
