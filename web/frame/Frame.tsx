import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { api } from '../lib/api.ts'
import { useFocusOnArrival, useLeaving } from '../lib/focus.ts'
import { useHydrated, useIdle } from '../lib/hydration.ts'
import { useSignInDialogOpen } from '../lib/session.ts'
import { Footer, hasServices } from './Footer.tsx'
import { NavigationBar } from './NavigationBar.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))
const ChatCorner = lazy(async () => ({ default: (await import('./ChatCorner.tsx')).ChatCorner }))
const VisitCorner = lazy(() => import('./VisitCorner.tsx'))
const SaveCart = lazy(async () => ({
  default: (await import('../features/cart/SaveCart.tsx')).SaveCart,
}))
const SignInAgain = lazy(async () => ({
  default: (await import('../features/account/SignInAgain.tsx')).SignInAgain,
}))

/** A thin line on top while the next page loads. In the shop, quick pages never show it. */
function RouteProgress() {
  const hydrated = useHydrated()
  const loading = useLeaving()
  if (!hydrated || !loading) return null
  return (
    <div className="route-progress">
      <progress aria-label="Loading page" className="sr-only" />
      <div />
    </div>
  )
}

/** What every page has: the shop's layout, or that of the back office, which brings its own. */
export function Frame({ children }: { children: ReactNode }) {
  const idle = useIdle()
  const signInDialogOpen = useSignInDialogOpen()
  // Asks the page that is shown, not the one that loads: a layout changes together with its page.
  const inBackOffice = useRouterState({
    select: ({ matches }) => isBackOffice(matches.at(-1)?.pathname ?? ''),
  })
  // `boot.ts` waits for this mark.
  useEffect(() => void performance.mark('hydrated'), [])
  return (
    <>
      <a href="#main" className="skip-link">
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
          <SaveCart />
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

function NoScriptNote() {
  return (
    <p className="bg-honey-tint px-5 py-2.5 text-center text-honey text-sm">
      This browser runs no scripts. You can look at everything and write to us; the cart, the
      checkout, accounts and the chat need scripts.
    </p>
  )
}

function ShopLayout({ children }: { children: ReactNode }) {
  const { data: settings } = useSuspenseQuery(api.site_settings.list.queryOptions())
  const main = useFocusOnArrival()
  const idle = useIdle()
  return (
    <>
      {/* Rendered by the server alone: the browser that reads it runs no scripts. */}
      <noscript>{import.meta.env.SSR && <NoScriptNote />}</noscript>
      <NavigationBar settings={settings} />
      <main id="main" ref={main} tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      {/* Hydrates last, or when it is touched. */}
      <Suspense>
        <Footer settings={settings} />
      </Suspense>
      {idle && (settings.count_visits || hasServices(settings)) && (
        <Suspense>
          <VisitCorner settings={settings} />
        </Suspense>
      )}
    </>
  )
}

const isBackOffice = (pathname: string) => /^\/admin(\/|$)/.test(pathname)
