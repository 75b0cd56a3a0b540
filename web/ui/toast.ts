type Kind = 'success' | 'error' | 'loading'
type Message = { kind: Kind; title: string; description?: string }

type Toaster = (message: Message | undefined) => void

let show: Toaster | undefined
let waiting: Message | undefined

function publish(message: Message | undefined): void {
  if (show) show(message)
  else waiting = message
}

/** The toaster loads after the page; what was said before it came is said then. */
export function connectToaster(toaster: Toaster): void {
  show = toaster
  if (waiting) toaster(waiting)
  waiting = undefined
}

/** One notice at a time: the next one takes the place of the last, also of a loading one. */
export const toast = {
  success: (title: string, description?: string) =>
    publish({ kind: 'success', title, description }),
  error: (title: string, description?: string) => publish({ kind: 'error', title, description }),
  loading: (title: string, description?: string) =>
    publish({ kind: 'loading', title, description }),
  dismiss: () => publish(undefined),
}
