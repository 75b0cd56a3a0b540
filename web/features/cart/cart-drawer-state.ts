import { useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'

let open = false
const listeners = new Set<() => void>()

export function setCartOpen(next: boolean): void {
  open = next
  // The drawer itself shows what the notice was about to say.
  if (open) toast.dismiss()
  for (const listener of listeners) listener()
}

export function useCartOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
    () => false,
  )
}
