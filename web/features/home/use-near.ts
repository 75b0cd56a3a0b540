import { type RefObject, useEffect, useState } from 'react'

/** True once the element is about to come into view. */
export function useNear(target: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return near
}
