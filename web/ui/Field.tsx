import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { useHydrated } from '../lib/hydration.ts'

/** `label` is read to screen readers: it names the group of fields. */
type FormProps = ComponentProps<'form'> & { label: string }

/**
 * A form that is validated and sent by script. It is disabled until hydration: text typed earlier would be
 * lost, and a native submit would lead nowhere. With an `action` the browser can send it without script.
 */
export function Form({ label, className, children, ...rest }: FormProps) {
  const ready = useHydrated()
  return (
    <form method="post" {...rest} noValidate={ready || !rest.action}>
      <fieldset disabled={!ready && !rest.action} className={className}>
        <legend className="sr-only">{label}</legend>
        {children}
      </fieldset>
    </form>
  )
}

type Wiring = { id: string; describedBy?: string; invalid: boolean }

const FieldWiring = createContext<Wiring | null>(null)

type FieldProps = {
  label: ReactNode
  error?: string
  hint?: ReactNode
  optional?: boolean
  className?: string
  children: ReactNode
}

/** A label, a control and its error; the control takes its id and descriptions from the context. */
export function Field({ label, error, hint, optional, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {optional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      <FieldWiring value={{ id, describedBy: describedBy || undefined, invalid: !!error }}>
        {children}
      </FieldWiring>
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="animate-appear font-medium text-danger text-sm">
      {children}
    </p>
  )
}

function useWiring() {
  const wiring = use(FieldWiring)
  if (!wiring) return {}
  return {
    id: wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid || undefined,
  }
}

const control = [
  'w-full rounded-field border border-field bg-paper px-3.5 text-ink transition-colors',
  'placeholder:text-quiet/80 hover:border-ink focus-visible:border-rose focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:bg-blush disabled:text-quiet',
]

// 16 px on phones: below that, iOS zooms into the field.
const text = 'text-base sm:text-[0.9375rem]'
const code = 'text-lg tracking-[0.2em]'

type InputProps = ComponentProps<'input'> & { look?: 'text' | 'code' }

export function Input({ className, look = 'text', ...rest }: InputProps) {
  const letters = look === 'code' ? code : text
  return <input {...useWiring()} {...rest} className={clsx(control, letters, 'h-11', className)} />
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useWiring()}
      rows={rows}
      {...rest}
      className={clsx(control, text, 'py-2.5 leading-relaxed', className)}
    />
  )
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...useWiring()}
        {...rest}
        className={clsx(control, text, 'h-11 appearance-none pr-10')}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-quiet"
      />
    </span>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string }

export function Checkbox({ label, error, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] leading-snug">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="size-5 shrink-0 cursor-pointer accent-rose"
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
