import { Store } from '@tanstack/react-store'

export type ToastKind = 'success' | 'error' | 'loading'
type Action = { label: string; onClick: () => void }
type Message = { kind: ToastKind; title: string; description?: string; action?: Action }

/** The current message. The toaster loads after the page, and then shows what was set before. */
export const currentToast = new Store<Message | undefined>(undefined)

const show = (kind: ToastKind) => (title: string, description?: string, action?: Action) =>
  currentToast.setState(() => ({ kind, title, description, action }))

/** One message at a time: the next one replaces the last, also a loading one. */
export const toast = {
  success: show('success'),
  error: show('error'),
  loading: show('loading'),
  dismiss: () => currentToast.setState(() => undefined),
}
