import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'

type InlineNumberProps = {
  /** Names the field for screen readers: "Price of Rose Serum". */
  label: string
  value: number
  format: (value: number) => string
  step: number
  schema: z.ZodType<number>
  /** `seen` is the value when editing began. A rejection leaves the field open. */
  save: (next: number, seen: number) => Promise<unknown>
}

type Draft = { text: string; seen: number; problem?: string }

/** A number of a table that becomes a field when it is pressed. Enter saves, Escape leaves it as it was. */
export function InlineNumber(props: InlineNumberProps) {
  const { label, value, format, step, schema } = props
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isSaving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const isOpen = draft !== null
  useEffect(() => {
    if (!isOpen && returnsFocus.current) button.current?.focus()
  }, [isOpen])

  const close = (withFocus: boolean) => {
    returnsFocus.current = withFocus
    setDraft(null)
  }
  const save = async (withFocus: boolean) => {
    if (!draft || isSaving) return
    const parsed = schema.safeParse(draft.text.trim() === '' ? null : Number(draft.text))
    if (!parsed.success) {
      return setDraft({ ...draft, problem: parsed.error.issues[0]?.message ?? 'Not a number' })
    }
    if (parsed.data === draft.seen) return close(withFocus)
    setSaving(true)
    try {
      await props.save(parsed.data, draft.seen)
      close(withFocus)
    } catch {
      // The toast says why; what was typed stays.
    } finally {
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void save(true)
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close(true)
    }
  }
  if (!draft) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${format(value)}. Edit`}
        onClick={() => setDraft({ text: String(value), seen: value })}
        className="-mx-2 inline-flex min-h-8 items-center rounded-md px-2 tabular-nums underline decoration-line decoration-dashed underline-offset-4 hover:bg-blush hover:decoration-ink pointer-coarse:min-h-11"
      >
        {format(value)}
      </button>
    )
  }
  return (
    <span className="relative inline-block">
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        min={0}
        step={step}
        aria-label={label}
        aria-invalid={draft.problem ? true : undefined}
        aria-busy={isSaving || undefined}
        value={draft.text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft({ text: event.target.value, seen: draft.seen })}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
        className="h-8 w-24 rounded-md border border-rose bg-paper px-2 text-right tabular-nums aria-invalid:border-danger aria-busy:opacity-60 pointer-coarse:h-11 pointer-coarse:text-base"
      />
      {draft.problem && (
        <span
          role="alert"
          className="absolute top-full right-0 z-20 mt-1 whitespace-nowrap rounded-md bg-danger px-2 py-1 text-on-rose text-xs"
        >
          {draft.problem}
        </span>
      )}
    </span>
  )
}
