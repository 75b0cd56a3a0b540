import { useSelector } from '@tanstack/react-store'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Spinner } from './Button.tsx'
import { currentToast, type ToastKind } from './toast.ts'

const LIFETIME_MS = 5000

/** What loads stays until something replaces it. */
export const lifetimeOf = (kind: ToastKind) =>
  kind === 'loading' ? Number.POSITIVE_INFINITY : LIFETIME_MS

// `!` where sonner's own style sheet, which is in no layer, would win.
const classNames = {
  toast:
    'group flex w-full items-start gap-3 rounded-card py-4 pr-12 pl-4 text-[0.9375rem] leading-snug shadow-float',
  success: 'bg-ink text-ground',
  loading: 'bg-ink text-ground',
  error: 'bg-danger text-on-rose',
  icon: 'mt-0.5 shrink-0',
  title: 'font-medium',
  description: 'mt-0.5 opacity-85',
  actionButton:
    '-my-2 ml-auto inline-flex min-h-11 shrink-0 items-center font-medium underline underline-offset-4',
  closeButton:
    'absolute! top-1.5 right-1.5 grid size-9 place-items-center rounded-full opacity-80 transition-opacity hover:opacity-100',
}

/** With two lines of reason on a phone it still ends above the title. */
const LOW = 'max-sm:py-2! max-sm:text-sm! max-sm:leading-tight!'

/** Below the bar of the shop. In the back office over its bar: below it are the titles of screens and dialogs. */
export function Toaster({ overBar = false }: { overBar?: boolean }) {
  const top = overBar ? '0.375rem' : undefined
  const message = useSelector(currentToast)
  useEffect(() => {
    if (!message) return
    const { kind, title, ...rest } = message
    const id = sonner[kind](title, { ...rest, duration: lifetimeOf(kind) })
    return () => void sonner.dismiss(id)
  }, [message])

  return (
    <Sonner
      className="font-sans!"
      position="top-center"
      offset={{ top: top ?? 'calc(var(--bar-height) + 0.75rem)' }}
      mobileOffset={{ top: top ?? 'calc(var(--bar-height) + 0.5rem)' }}
      visibleToasts={1}
      closeButton
      containerAriaLabel="Notifications"
      hotkey={['altKey', 'KeyT']}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5" />,
        error: <TriangleAlert aria-hidden="true" className="size-5" />,
        loading: <Spinner />,
        close: <X aria-hidden="true" className="size-4" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: overBar ? { ...classNames, toast: `${classNames.toast} ${LOW}` } : classNames,
        closeButtonAriaLabel: 'Close toast',
      }}
    />
  )
}
