import { useEffect, useRef } from 'react'

/** For the main element: after a navigation, screen readers and the keyboard start at the content. */
export function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const left = useRef(pathname)
  useEffect(() => {
    if (left.current === pathname) return
    left.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
