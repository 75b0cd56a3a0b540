import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, useRef } from 'react'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

type CloseGuard = (close: () => void) => void

/**
 * A form inside the dialog puts a function here while it has unsaved changes. Escape, the Close button and a press
 * beside the dialog then call it instead of closing.
 */
export const CloseGuardContext = createContext<RefObject<CloseGuard | null>>({ current: null })

export function Dialog({ open, onOpenChange, title, footer, wide, ...rest }: DialogProps) {
  const focus = useFocusReturn()
  const guard = useRef<CloseGuard>(null)
  const change = (next: boolean) => {
    if (!next && guard.current) guard.current(() => onOpenChange(false))
    else onOpenChange(next)
  }
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Overlay />
        <div className="pointer-events-none fixed inset-0 z-50 grid grid-cols-1 place-items-end sm:place-items-center sm:p-6">
          <Radix.Content
            {...focus}
            {...(rest.description ? {} : { 'aria-describedby': undefined })}
            className={clsx(
              'pointer-events-auto flex max-h-[92dvh] w-full animate-rise flex-col rounded-t-2xl bg-ground shadow-float outline-none sm:rounded-2xl',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
            )}
          >
            <CloseGuardContext value={guard}>
              <div className="flex items-start gap-4 px-6 pt-6 pb-3">
                <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
                  <Radix.Title className="text-2xl">{title}</Radix.Title>
                  {rest.description && (
                    <Radix.Description className="text-quiet">{rest.description}</Radix.Description>
                  )}
                </div>
                <CloseButton />
              </div>
              <div className="overflow-y-auto overscroll-contain px-6 pt-1 pb-6">
                {rest.children}
              </div>
              {footer && (
                <div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4">
                  {footer}
                </div>
              )}
            </CloseGuardContext>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  footer?: ReactNode
  children: ReactNode
}

export function Drawer({ open, onOpenChange, title, footer, children }: DrawerProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-md flex-col bg-ground shadow-float outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <div className="flex h-(--bar-height) shrink-0 items-center justify-between border-line border-b pr-3 pl-6">
            <Radix.Title className="text-2xl">{title}</Radix.Title>
            <CloseButton />
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain px-6">{children}</div>
          {footer && <div className="border-line border-t px-6 pt-5 pb-6">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Overlay() {
  return (
    <Radix.Overlay className="fixed inset-0 z-50 bg-shade data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
  )
}

function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-blush"
    >
      <X aria-hidden="true" className="size-5" />
    </Radix.Close>
  )
}

/** Radix returns the focus to its own trigger only, and these dialogs have none. */
function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
