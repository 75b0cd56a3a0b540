import { type ReactNode, useId, useState } from 'react'
import { HexColorPicker } from 'react-colorful'
import { HEX_COLOUR } from '#contract/colours.ts'
import { Field, Input } from '../../ui/Field.tsx'

type ColourFieldProps = {
  label: string
  /** Stands beside the label, such as a sign that it is saved. */
  mark?: ReactNode
  /** As typed, so it may be half a colour. */
  value: string
  /** What the swatch shows while `value` is no colour. */
  fallback: string
  onChange: (value: string) => void
  error?: string
  hint?: ReactNode
}

/** A text field beside a swatch, which opens a picker below. */
export function ColourField({ label, mark, value, fallback, ...rest }: ColourFieldProps) {
  const { onChange, error, hint } = rest
  const [isOpen, setOpen] = useState(false)
  const picker = useId()
  const shown = HEX_COLOUR.test(value) ? value : fallback
  return (
    <div className="grid gap-3">
      <Field
        label={
          <>
            {label}
            {mark}
          </>
        }
        error={error}
        hint={hint}
      >
        <div className="grid grid-cols-[2.75rem_1fr] gap-2">
          <button
            type="button"
            aria-label={`${label} picker`}
            aria-expanded={isOpen}
            aria-controls={picker}
            onClick={() => setOpen(!isOpen)}
            className="size-11 rounded-field border border-field bg-paper p-1 transition-colors hover:border-ink"
          >
            <span
              aria-hidden="true"
              className="block size-full rounded-md border border-ink/10"
              style={{ background: shown }}
            />
          </button>
          <Input
            value={value}
            placeholder={fallback}
            maxLength={7}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </Field>
      <div id={picker} hidden={!isOpen}>
        {isOpen && <HexColorPicker color={shown} onChange={onChange} style={{ width: '100%' }} />}
      </div>
    </div>
  )
}
