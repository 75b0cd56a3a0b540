import type { ComponentProps } from 'react'
import { useHydrated } from '../lib/hydrated.ts'

/**
 * A form that script checks and sends. Until script has come it waits: what is typed earlier would be lost
 * when it takes over, and what is sent earlier would put a password into the address.
 */
export function Form({ className, children, ...rest }: ComponentProps<'form'>) {
  const ready = useHydrated()
  return (
    <form method="post" {...rest} noValidate>
      <fieldset disabled={!ready} className={className}>
        {children}
      </fieldset>
    </form>
  )
}
