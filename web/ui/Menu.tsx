import { clsx } from 'clsx'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type MenuProps = {
  /** A button; it opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 grid max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[calc(100vw-1.5rem)] animate-appear grid-cols-1 gap-0.5 overflow-y-auto rounded-field border border-line bg-paper p-1.5 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = {
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** A link as the only child, instead of `onSelect`. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ danger, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={clsx(
        'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-3 text-sm outline-none data-disabled:pointer-events-none data-highlighted:bg-blush data-disabled:opacity-50 pointer-coarse:min-h-11 [&>svg]:size-4',
        danger ? 'text-danger' : 'text-ink',
      )}
    />
  )
}

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />
