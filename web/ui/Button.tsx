import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const LOOKS = {
  primary: 'bg-rose text-on-rose hover:bg-rose-deep',
  soft: 'bg-blush text-ink hover:bg-blush-deep',
  outline: 'border border-field/60 text-ink hover:border-ink',
  ghost: 'text-ink hover:bg-blush',
  quiet: 'text-quiet hover:bg-blush',
  danger: 'bg-danger text-on-rose hover:opacity-90',
  'ghost-danger': 'text-danger hover:bg-danger-tint',
  link: 'rounded-sm text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose',
}

const SIZES = {
  small: 'min-h-9 text-sm pointer-coarse:min-h-11',
  narrow: 'min-h-11 text-[0.9375rem]',
  medium: 'min-h-11 text-[0.9375rem]',
  large: 'min-h-13 text-base',
  icon: 'size-11 shrink-0',
}

const PADDING = { small: 'px-4', narrow: 'px-4', medium: 'px-6', large: 'px-8', icon: '' }

export type ButtonLook = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES }

/** The classes of a button, also for links that look like one. `className` adds to them, it cannot override. */
export function buttonStyle(options: ButtonLook & { className?: string } = {}): string {
  const { look = 'primary', size = 'medium', className } = options
  return clsx('button', LOOKS[look], SIZES[size], look !== 'link' && PADDING[size], className)
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** While `busy` it shows a spinner and ignores clicks; not `disabled`, which would lose the focus. */
export function Button({ look, size, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={buttonStyle({ look, size, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
