import { useSyncExternalStore } from 'react'

const onChange = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The secret of a mailed link. It follows the #, so only the browser ever sees it. `null` until there is one. */
export function useMailedSecret(): string | null {
  return useSyncExternalStore(
    onChange,
    () => window.location.hash.slice(1) || null,
    () => null,
  )
}
