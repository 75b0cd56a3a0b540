import { useSyncExternalStore } from 'react'
import type { CartNews } from './freshen-cart.ts'

const NONE: readonly CartNews[] = []

/** Shared by drawer and page: whichever hears of a change, both tell it. */
let news = NONE
const listeners = new Set<() => void>()

export function tellNews(latest: readonly CartNews[]): void {
  if (latest.length === 0) return
  const known = news.filter(({ about }) => !latest.some((one) => one.about === about))
  publish([...known, ...latest])
}

export const forgetNews = () => publish(NONE)

function publish(next: readonly CartNews[]): void {
  news = next
  for (const listener of listeners) listener()
}

export function useCartNews(): readonly CartNews[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => news,
    () => NONE,
  )
}
