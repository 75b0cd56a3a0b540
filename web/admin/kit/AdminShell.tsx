import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  BookOpen,
  CircleUserRound,
  ExternalLink,
  Lock,
  LogOut,
  Menu as MenuIcon,
  Search,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { waitingCount } from '#contract/insights.ts'
import { ROLE_NAMES } from '#contract/rights.ts'
import { api } from '../../lib/api.ts'
import { useFocusOnArrival, useLeaving } from '../../lib/focus.ts'
import { useSession, useSignOut } from '../../lib/session.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { countsOf, shortCount, useFigures } from './figures.tsx'
import { linkTo, mayOpen, navigationItem, screensFor } from './find-screens.ts'
import { useLiveUpdates } from './live-updates.ts'
import { useRights } from './rights.tsx'
import { GROUPS, SCREENS } from './screens.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx'))

/** The frame of the back office: side navigation, top bar, content. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useFocusOnArrival()
  const palette = usePalette()
  useLiveUpdates()
  useAppBadge()
  return (
    <div className="back-office min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-line border-r bg-paper lg:flex">
        <ShopName />
        <nav aria-label="Back office" className="px-3 pb-6">
          <Screens pathname={pathname} />
        </nav>
      </aside>
      <div className="flex min-w-0 flex-col">
        <TopBar pathname={pathname} onSearch={palette.open} />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          aria-busy={useLeaving()}
          className="w-full flex-1 px-4 py-5 outline-none transition-opacity duration-75 aria-busy:opacity-55 sm:px-6 lg:px-8 lg:py-7"
        >
          {mayOpen(pathname, useRights()) ? children : <NotYours />}
        </main>
      </div>
      {palette.isOpen && (
        <Suspense>
          <CommandPalette onClose={palette.close} />
        </Suspense>
      )}
    </div>
  )
}

/** The installed back office shows on its icon how much waits. */
function useAppBadge() {
  const figures = useFigures()
  const waiting = figures && waitingCount(figures)
  useEffect(() => {
    if (waiting !== undefined && 'setAppBadge' in navigator)
      void navigator.setAppBadge(waiting).catch(() => {})
  }, [waiting])
}

/** At the address of a screen that the own role does not have, also when the right was withdrawn while it was open. */
function NotYours() {
  const { role } = useSession()
  return (
    <EmptyState
      titleAs="h1"
      icon={<Lock aria-hidden="true" strokeWidth={1.5} />}
      title="This screen is not part of your role"
      text={`Your role is ${role ? ROLE_NAMES[role] : 'customer'}. An owner of the shop can give you another one, under People.`}
      action={
        <Link to="/admin" className={buttonStyle()}>
          To your screens
        </Link>
      }
    />
  )
}

function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

function ShopName() {
  const { data: settings } = useQuery(api.site_settings.list.queryOptions())
  return (
    <Link
      to="/admin"
      className="flex h-(--bar-height) shrink-0 items-center truncate px-6 font-display text-lg"
    >
      {settings?.site_title || 'Admin'}
    </Link>
  )
}

function Screens({ pathname, onChoose }: { pathname: string; onChoose?: () => void }) {
  const figures = useFigures()
  const may = useRights()
  const current = navigationItem(pathname, may)
  const screens = screensFor(SCREENS, may)
  const groups = GROUPS.filter((group) => screens.some((screen) => screen.group === group))
  return groups.map((group) => (
    <section key={group} aria-label={group} className="mt-4">
      <p className="px-3 pb-1 font-medium text-quiet text-xs">{group}</p>
      <ul>
        {screens
          .filter((screen) => screen.group === group)
          .map(({ to, name, Icon }) => (
            <li key={to}>
              <Link
                {...linkTo(to)}
                onClick={onChoose}
                aria-current={to === current ? 'page' : undefined}
                className="flex min-h-9 items-center gap-2.5 rounded-field px-3 text-[0.9375rem] text-ink transition-colors hover:bg-blush aria-[current=page]:bg-blush aria-[current=page]:font-medium pointer-coarse:min-h-11"
              >
                <Icon
                  aria-hidden="true"
                  className="size-4.5 shrink-0 text-quiet"
                  strokeWidth={1.7}
                />
                <span className="flex-1 truncate">{name}</span>
                <NavigationCounts counts={countsOf(to, figures)} />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  ))
}

const COUNT_TONES = {
  rose: 'bg-rose text-on-rose',
  red: 'bg-danger text-on-rose',
  yellow: 'bg-honey-tint text-honey',
}

function NavigationCounts({ counts }: { counts: ReturnType<typeof countsOf> }) {
  return counts.map(({ figure, n, text, tone }) =>
    tone === 'blush' ? null : (
      <span
        key={figure}
        title={`${n} ${text}`}
        className={`-ml-1.5 min-w-5 shrink-0 rounded-full px-1.5 text-center font-semibold text-xs leading-5 tabular-nums ${COUNT_TONES[tone]}`}
      >
        {shortCount(n)}
        <span className="sr-only"> {text}</span>
      </span>
    ),
  )
}

function TopBar({ pathname, onSearch }: { pathname: string; onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex h-(--bar-height) items-center gap-2 border-line border-b bg-ground/90 px-3 backdrop-blur sm:px-6 lg:px-8">
      <NavigationDrawer pathname={pathname} />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-9 w-full max-w-md items-center gap-2.5 rounded-field border border-line bg-paper px-3 text-left text-quiet text-sm transition-colors hover:border-field pointer-coarse:h-11"
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="flex-1 truncate">Search or jump to…</span>
        <kbd className="hidden rounded border border-line px-1.5 font-sans text-xs sm:inline">
          Ctrl K
        </kbd>
      </button>
      <span className="flex-1" />
      <Link
        to="/"
        className="hidden min-h-9 items-center gap-2 whitespace-nowrap rounded-field px-3 text-sm transition-colors hover:bg-blush sm:flex"
      >
        View shop
        <ExternalLink aria-hidden="true" className="size-3.5 text-quiet" />
      </Link>
      <Link to="/admin/guide/$" params={{ _splat: '' }} aria-label="Guide" className={iconButton}>
        <BookOpen aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </Link>
      <AccountMenu />
    </header>
  )
}

const iconButton =
  'grid size-10 shrink-0 place-items-center rounded-field transition-colors hover:bg-blush pointer-coarse:size-11'

function NavigationDrawer({ pathname }: { pathname: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        onClick={() => setOpen(true)}
        className={`${iconButton} lg:hidden`}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      <Drawer open={open} onOpenChange={setOpen} title="Back office">
        <nav aria-label="Back office" className="-mx-3 pb-6">
          <Screens pathname={pathname} onChoose={() => setOpen(false)} />
        </nav>
      </Drawer>
    </>
  )
}

function AccountMenu() {
  const { profile } = useSession()
  const signOut = useSignOut()
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Your account" className={iconButton}>
          <CircleUserRound aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </button>
      }
    >
      <p className="max-w-56 truncate px-3 py-1.5 text-quiet text-xs">{profile?.email}</p>
      <MenuItem asChild>
        <Link to="/account">
          <CircleUserRound aria-hidden="true" />
          Your account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/">
          <ExternalLink aria-hidden="true" />
          View shop
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={signOut}>
        <LogOut aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  )
}
