import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { Menu, Search, UserRound, X } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { SiteSettings } from '#contract/content.ts'
import { CartButton } from '../features/cart/CartButton.tsx'
import { useCart } from '../features/cart/cart.ts'
import { SearchField } from '../features/catalog/SearchField.tsx'
import { api } from '../lib/api.ts'
import { useSession, useSignOut } from '../lib/session.ts'
import { buttonStyle } from '../ui/Button.tsx'
import { Flower } from '../ui/Picture.tsx'
import { Brand } from './Brand.tsx'
import type { NavLink } from './PhoneMenu.tsx'

const loadMenu = () => import('./PhoneMenu.tsx')
const PhoneMenu = lazy(async () => ({ default: (await loadMenu()).PhoneMenu }))

const DrawerPayment = lazy(async () => ({
  default: (await import('../features/checkout/PaymentButtons.tsx')).DrawerPayment,
}))

const FIXED_LINKS: readonly NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Our Products' },
  { to: '/contact', label: 'Contact' },
]
const CART_LINK: NavLink = { to: '/cart', label: 'Cart' }
const SIGN_IN_LINK: NavLink = { to: '/auth', label: 'Sign In' }

/** The fixed links, then the pages that the owner put into the bar, then the cart. */
function useNavLinks(): readonly NavLink[] {
  const { data: pages = [] } = useQuery(api.pages.nav.queryOptions())
  const own = pages.map(({ slug, title }) => ({ to: `/page/${slug}`, label: title }))
  return [...FIXED_LINKS, ...own, CART_LINK]
}

function BarLink({ to, label }: NavLink) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true }}
      className="bar-link hover:text-rose hover:after:scale-x-100"
      activeProps={{ className: 'text-rose' }}
      inactiveProps={{ className: 'after:scale-x-0' }}
    >
      {label}
    </Link>
  )
}

const ICON_BUTTON = 'icon-button'

/** Where the bar has no room for the field it opens below the bar. Without script it leads to the one of /products. */
function SearchButton() {
  const { pathname } = useLocation()
  const [openOn, setOpenOn] = useState<string>()
  // Another page closes it.
  const open = openOn === pathname
  const close = () => setOpenOn(undefined)
  const Icon = open ? X : Search
  return (
    <div className="xl:hidden">
      <Link
        to="/products"
        hash="search"
        aria-label="Search"
        aria-expanded={open}
        onClick={(event) => {
          event.preventDefault()
          setOpenOn(open ? undefined : pathname)
        }}
        className={ICON_BUTTON}
      >
        <Icon aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
      </Link>
      {open && (
        <div className="bar-panel animate-appear">
          <div className="page py-4">
            <SearchField autoFocus onLeave={close} />
          </div>
        </div>
      )}
    </div>
  )
}

const ACCOUNT_LINK = 'account-link'

/** Empty until the session is known, so that it never shows a wrong state. */
function AccountLinks() {
  const { status } = useSession()
  const signOut = useSignOut()
  if (status === 'loading') return null
  return (
    <div className="hidden items-center lg:flex">
      {status === 'guest' && (
        <Link to="/auth" className={ACCOUNT_LINK}>
          Sign In
        </Link>
      )}
      {status === 'shopper' && (
        <Link to="/my-orders" className={ACCOUNT_LINK}>
          My Orders
        </Link>
      )}
      {status === 'team' && (
        <Link to="/admin" className={ACCOUNT_LINK}>
          Admin Dashboard
        </Link>
      )}
      {status !== 'guest' && (
        <>
          <button type="button" onClick={signOut} className={ACCOUNT_LINK}>
            Sign Out
          </button>
          <Link to="/account" aria-label="Your account" className={`${ICON_BUTTON} animate-appear`}>
            <UserRound aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
          </Link>
        </>
      )}
    </div>
  )
}

/** The drawer's button to the payment page, loaded with the drawer. */
function DrawerCheckout() {
  const { items } = useCart()
  return (
    <Suspense
      fallback={
        <span
          aria-hidden="true"
          className={buttonStyle({ size: 'large', className: 'opacity-55' })}
        >
          Go to Checkout
        </span>
      }
    >
      <DrawerPayment items={items} />
    </Suspense>
  )
}

/** Opens the menu as a drawer. Without script, and before it has loaded, the links unfold below the bar. */
function PhoneMenuButton({ links }: { links: readonly NavLink[] }) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<boolean>()
  const press = (event: MouseEvent<HTMLElement>) => {
    // What was unfolded before the script came is folded by the browser.
    if (event.currentTarget.closest('details')?.open) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <details key={pathname} className="lg:hidden">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button. */}
        <summary
          aria-label="Menu"
          onPointerEnter={loadMenu}
          onFocus={loadMenu}
          onClick={press}
          className={ICON_BUTTON}
        >
          <Menu aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
        </summary>
        <nav aria-label="All pages" className="bar-panel">
          <ul className="page py-2">
            {[...links, SIGN_IN_LINK].map((link) => (
              <li key={link.to}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
      </details>
      {open !== undefined && (
        <Suspense>
          <PhoneMenu links={links} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

export function NavigationBar({ settings }: { settings: SiteSettings }) {
  const links = useNavLinks()
  // The router parses `?q=2024` as a number.
  const q = useSearch({ strict: false, select: ({ q }) => (q === undefined ? q : String(q)) })
  return (
    <header className="shop-bar">
      {/* The name takes a line of its own where large text leaves it no room. */}
      <div className="page flex min-h-(--bar-height) flex-wrap items-center justify-between gap-x-4 lg:flex-nowrap lg:gap-6 xl:gap-8">
        <Link to="/" className="shop-name">
          <Brand settings={settings}>
            <Flower className="size-6 shrink-0 text-rose xl:size-7" />
            <span className="truncate py-1">{settings.site_title}</span>
          </Brand>
        </Link>
        <nav aria-label="Main" className="hidden min-w-0 flex-1 lg:block">
          <ul className="flex items-center gap-x-5 overflow-x-auto px-1 [scrollbar-width:none] xl:gap-x-6">
            {links.map((link) => (
              <li key={link.to}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2.5 flex grow items-center justify-end gap-1 lg:shrink-0 lg:grow-0">
          <SearchField key={q} initial={q} className="mr-1.5 hidden w-40 xl:block" />
          <SearchButton />
          <AccountLinks />
          <CartButton checkout={<DrawerCheckout />} />
          <PhoneMenuButton links={links} />
        </div>
      </div>
    </header>
  )
}
