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
    // Who has just chosen another size stays at the choices, which are still there.
    const isAtChosen = main.current?.querySelector('[aria-current=page]:focus') != null
    if (hasArrived && !isAtChosen) main.current?.focus({ preventScroll: true })
  }, [shown])
  return main
}

/** Whether another page loads, its code included. The one that is left is still shown. */
export const useLeaving = () =>
  useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
