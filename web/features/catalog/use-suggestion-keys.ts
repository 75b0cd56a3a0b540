import { type KeyboardEvent, useRef, useState } from 'react'

export type SuggestionKeys = ReturnType<typeof useSuggestionKeys>

/** Up and down through a list below a field that keeps the focus; Enter picks, Escape closes. */
export function useSuggestionKeys() {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const picks = useRef<(() => void)[]>([])

  const move = (by: 1 | -1) => {
    const count = picks.current.length
    // Beyond either end lies the field itself.
    const next = (active ?? (by === 1 ? -1 : count)) + by
    setActive(next < 0 || next >= count ? null : next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && active !== null) picks.current[active]?.()
    else return
    event.preventDefault()
  }
  return {
    open,
    active,
    press,
    close: () => setOpen(false),
    reopen: () => {
      setOpen(true)
      setActive(null)
    },
    /** The list tells what picking each of its lines does. */
    offer: (next: (() => void)[]) => {
      picks.current = next
    },
  }
}
