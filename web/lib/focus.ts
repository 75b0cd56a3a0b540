import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * For the main element: after a navigation, screen readers and the keyboard start at the content. Not when the
 * address changes, but when its page is shown: until then the focus would lead into the page that is left.
 */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const left = useRef(shown)
  useEffect(() => {
    const hasArrived = left.current !== undefined && left.current !== shown
    left.current = shown
    if (hasArrived) main.current?.focus({ preventScroll: true })
  }, [shown])
  return main
}
