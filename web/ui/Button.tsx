import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { Spinner } from './Spinner.tsx'

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
