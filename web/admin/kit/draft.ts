import { useEffect, useState } from 'react'

/**
 * A text that was begun. It survives closing its dialog, leaving the screen and a reload, until it is emptied. Closing
 * the tab would lose it, so the browser asks.
 */
export function useDraft(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    if (next) sessionStorage.setItem(key, next)
    else sessionStorage.removeItem(key)
    setText(next)
  }
  const isBegun = text.trim() !== ''
  useEffect(() => {
    if (!isBegun) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBegun])
  return [text, write] as const
}
