import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, so that what depends on the visitor appears right after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
