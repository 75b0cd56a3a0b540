import { useRouterState } from '@tanstack/react-router'
import { useHydrated } from '../lib/hydration.ts'

/** A thin line on top while the next page loads; quick pages never show it. */
export function RouteProgress() {
  const hydrated = useHydrated()
  const loading = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
  if (!hydrated || !loading) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-appear overflow-hidden [animation-delay:150ms] [animation-fill-mode:backwards]"
    >
      <div className="h-full w-2/5 animate-progress bg-rose" />
    </div>
  )
}
