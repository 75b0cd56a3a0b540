import { Store } from '@tanstack/react-store'

type Kind = 'success' | 'error' | 'loading'
type Message = { kind: Kind; title: string; description?: string }

/** The current message. The toaster loads after the page, and then shows what was set before. */
export const currentToast = new Store<Message | undefined>(undefined)

const show = (kind: Kind) => (title: string, description?: string) =>
  currentToast.setState(() => ({ kind, title, description }))

/** One message at a time: the next one replaces the last, also a loading one. */
export const toast = {
  success: show('success'),
  error: show('error'),
  loading: show('loading'),
  dismiss: () => currentToast.setState(() => undefined),
}
