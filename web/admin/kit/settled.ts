import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** The value once it has not changed for a moment. */
export function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
