import { clsx } from 'clsx'
import { Switch as Radix } from 'radix-ui'

type SwitchProps = {
  /** What it turns on, for screen readers; visible text stands beside it. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className={clsx(
        'relative inline-flex h-6 w-10 shrink-0 items-center rounded-full transition-colors after:absolute after:-inset-2.5 disabled:opacity-55',
        checked ? 'bg-leaf' : 'bg-field',
      )}
    >
      <Radix.Thumb className="block size-4.5 translate-x-0.75 rounded-full bg-paper shadow-raised transition-transform data-[state=checked]:translate-x-4.75" />
    </Radix.Root>
  )
}
