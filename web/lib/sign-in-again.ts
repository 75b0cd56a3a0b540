import { useSyncExternalStore } from 'react'

let asking = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  asking = next
  for (const listener of listeners) listener()
}

/** The session ended in the middle of something: whoever was here may sign in again and go on where they were. */
export const askToSignInAgain = (): void => set(true)

export const stopAsking = (): void => set(false)

export function useAskedToSignInAgain(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asking,
    () => false,
  )
}
