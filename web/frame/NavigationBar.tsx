import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { Menu, Search, UserRound, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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

const ICON_BUTTON = 'grid size-11 place-items-center rounded-full transition-colors hover:bg-blush'

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
        <div className="absolute inset-x-0 top-full animate-appear border-line border-b bg-ground shadow-raised">
          <div className="page py-4">
            <SearchField autoFocus onLeave={close} />
          </div>
        </div>
      )}
    </div>
  )
}

const ACCOUNT_LINK =
  'inline-flex min-h-9 animate-appear items-center whitespace-nowrap rounded-full px-2.5 font-medium text-sm transition-colors hover:bg-blush pointer-coarse:min-h-11'

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
      {status === 'admin' && (
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
  const { items, total } = useCart()
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
      <DrawerPayment items={items} total={total} />
    </Suspense>
  )
}

function PhoneMenuButton({ links }: { links: readonly NavLink[] }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={() => setOpen(true)}
        className={`${ICON_BUTTON} lg:hidden`}
      >
        <Menu aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
      </button>
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
    <header className="sticky top-0 z-40 border-line/70 border-b bg-ground/85 backdrop-blur-md">
      <div className="page flex h-(--bar-height) items-center justify-between gap-4 lg:gap-6 xl:gap-8">
        <Link
          to="/"
          className="flex min-w-0 items-center gap-2.5 rounded-sm font-display text-xl leading-none tracking-tight lg:max-w-72 lg:shrink-0 xl:text-[1.375rem]"
        >
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
        <div className="-mr-2.5 flex shrink-0 items-center justify-end gap-1">
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
