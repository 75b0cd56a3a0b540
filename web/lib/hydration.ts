import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, for content that depends on the visitor. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const LATEST_MS = 2000

/** True once the browser is idle: the time for work that can wait. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!window.requestIdleCallback) {
      const timer = setTimeout(() => setIdle(true), LATEST_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
    return () => cancelIdleCallback(request)
  }, [])
  return idle
}
