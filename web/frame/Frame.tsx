import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { api } from '../lib/api.ts'
import { useFocusOnArrival } from '../lib/focus.ts'
import { useHydrated, useIdle } from '../lib/hydration.ts'
import { useSignInDialogOpen } from '../lib/session.ts'
import { Footer } from './Footer.tsx'
import { NavigationBar } from './NavigationBar.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))
const ChatCorner = lazy(async () => ({ default: (await import('./ChatCorner.tsx')).ChatCorner }))
const CartCopy = lazy(async () => ({
  default: (await import('../features/cart/CartCopy.tsx')).CartCopy,
}))
const SignInAgain = lazy(async () => ({
  default: (await import('../features/account/SignInAgain.tsx')).SignInAgain,
}))

/** A thin line on top while the next page loads; quick pages never show it. */
function RouteProgress() {
  const hydrated = useHydrated()
  const loading = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
  if (!hydrated || !loading) return null
  return (
    <div className="fixed inset-x-0 top-0 z-60 h-0.5 animate-appear overflow-hidden [animation-delay:150ms] [animation-fill-mode:backwards]">
      <progress aria-label="Loading page" className="sr-only" />
      <div className="h-full w-2/5 animate-progress bg-rose" />
    </div>
  )
}

/** What every page has: the shop's layout, or that of the back office, which brings its own. */
export function Frame({ children }: { children: ReactNode }) {
  const idle = useIdle()
  const signInDialogOpen = useSignInDialogOpen()
  // Of the page that is shown, not of the one that loads: a layout changes together with its page.
  const inBackOffice = useRouterState({
    select: ({ matches }) => isBackOffice(matches.at(-1)?.pathname ?? ''),
  })
  // `boot.ts` waits for this mark.
  useEffect(() => void performance.mark('hydrated'), [])
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-full bg-ink px-5 py-3 text-ground focus:translate-y-0"
      >
        Skip to content
      </a>
      <RouteProgress />
      {inBackOffice ? children : <ShopLayout>{children}</ShopLayout>}
      {idle && (
        <Suspense>
          <Toaster overBar={inBackOffice} />
        </Suspense>
      )}
      {idle && !inBackOffice && (
        <Suspense>
          <ChatCorner />
        </Suspense>
      )}
      {idle && !inBackOffice && (
        <Suspense>
          <CartCopy />
        </Suspense>
      )}
      {signInDialogOpen && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </>
  )
}

function ShopLayout({ children }: { children: ReactNode }) {
  const { data: settings } = useSuspenseQuery(api.site_settings.list.queryOptions())
  const main = useFocusOnArrival()
  return (
    <>
      <NavigationBar settings={settings} />
      <main id="main" ref={main} tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      <Footer settings={settings} />
    </>
  )
}

const isBackOffice = (pathname: string) => /^\/admin(\/|$)/.test(pathname)
