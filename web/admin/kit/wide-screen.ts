import { useSyncExternalStore } from 'react'

const media = () => window.matchMedia('(min-width: 48rem)')

const subscribe = (onChange: () => void) => {
  const query = media()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether there is room for a table. */
export const useWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => media().matches,
    () => true,
  )
