import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { api } from '../lib/api.ts'
import { useIdle } from '../lib/hydration.ts'
import { useSignInDialogOpen } from '../lib/session.ts'
import { Footer } from './Footer.tsx'
import { NavigationBar } from './NavigationBar.tsx'
import { RouteProgress } from './RouteProgress.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))
const SignInAgain = lazy(async () => ({
  default: (await import('../features/account/SignInAgain.tsx')).SignInAgain,
}))

/** What surrounds every page. The back office goes without the footer. */
export function Frame({ children }: { children: ReactNode }) {
  const { data: settings } = useSuspenseQuery(api.site_settings.list.queryOptions())
  const idle = useIdle()
  const signInDialogOpen = useSignInDialogOpen()
  const { pathname } = useLocation()
  const main = useFocusOnArrival(pathname)
  // In the browser's timeline: from here on the page answers.
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
      <NavigationBar shopName={settings.site_title ?? ''} />
      <main id="main" ref={main} tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      {!isBackOffice(pathname) && <Footer settings={settings} />}
      {idle && (
        <Suspense>
          <Toaster />
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

const isBackOffice = (pathname: string) => /^\/admin(\/|$)/.test(pathname)

/** After a change of page, those who hear or tab through it start at its content. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const left = useRef(pathname)
  useEffect(() => {
    if (left.current === pathname) return
    left.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
