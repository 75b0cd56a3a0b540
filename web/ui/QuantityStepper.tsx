import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'

type QuantityStepperProps = {
  value: number
  onChange: (value: number) => void
  /** What is counted, for screen readers. */
  label: string
  min?: number
  max?: number
  size?: 'small' | 'medium'
}

export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, label, min = 1, max = Number.POSITIVE_INFINITY, size = 'medium' } = props
  const step = clsx(
    'grid place-items-center rounded-full transition-colors hover:bg-blush disabled:opacity-35',
    size === 'small' ? 'size-9 pointer-coarse:size-11' : 'size-11',
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its own layout.
    <div
      role="group"
      aria-label={`Quantity of ${label}`}
      className="inline-flex items-center rounded-full border border-field/50"
    >
      <button
        type="button"
        aria-label={`One less ${label}`}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
        className={step}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <span aria-live="polite" className="min-w-7 text-center font-medium tabular-nums">
        {value}
      </span>
      <button
        type="button"
        aria-label={`One more ${label}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
        className={step}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
