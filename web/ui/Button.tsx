import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './Feedback.tsx'

/** The looks of a button, also for links that act like one. */
export const buttonStyle = cva(
  [
    'inline-flex select-none items-center justify-center gap-2 rounded-full text-center font-medium leading-tight',
    'transition-[background-color,border-color,color,box-shadow,translate] active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55',
  ],
  {
    variants: {
      look: {
        primary: 'bg-rose text-on-rose hover:bg-rose-deep',
        soft: 'bg-blush text-ink hover:bg-blush-deep',
        outline: 'border border-field/60 text-ink hover:border-ink',
        ghost: 'text-ink hover:bg-blush',
        danger: 'bg-danger text-on-rose hover:opacity-90',
        link: 'rounded-sm text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose',
      },
      size: {
        small: 'min-h-9 px-4 text-sm pointer-coarse:min-h-11',
        medium: 'min-h-11 px-6 text-[0.9375rem]',
        large: 'min-h-13 px-8 text-base',
        icon: 'size-11 shrink-0',
      },
    },
    compoundVariants: [{ look: 'link', class: 'px-0!' }],
    defaultVariants: { look: 'primary', size: 'medium' },
  },
)

export type ButtonLook = VariantProps<typeof buttonStyle>

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** While `busy` it shows that it works and takes no second press, without losing focus. */
export function Button({ look, size, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={clsx(buttonStyle({ look, size }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
