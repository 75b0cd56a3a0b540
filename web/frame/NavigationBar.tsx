import { Link, useSearch } from '@tanstack/react-router'
import { CartButton } from '../features/cart/CartButton.tsx'
import { SearchField } from '../features/catalog/SearchField.tsx'
import { Flower } from '../ui/Picture.tsx'
import { AccountLinks } from './AccountLinks.tsx'
import { DrawerCheckout } from './DrawerCheckout.tsx'
import { type NavLink, useNavLinks } from './nav-links.ts'
import { PhoneMenuButton } from './PhoneMenuButton.tsx'
import { SearchButton } from './SearchButton.tsx'

export function NavigationBar({ shopName }: { shopName: string }) {
  const links = useNavLinks()
  const { q } = useSearch({ strict: false })
  return (
    <header className="sticky top-0 z-40 border-line/70 border-b bg-ground/85 backdrop-blur-md">
      <div className="page grid h-(--bar-height) grid-cols-[1fr_auto] items-center gap-6 lg:grid-cols-[1fr_auto_1fr]">
        <Link
          to="/"
          className="flex min-w-0 items-center gap-2.5 justify-self-start rounded-sm font-display text-xl leading-none tracking-tight lg:text-[1.375rem]"
        >
          <Flower className="size-6 shrink-0 text-rose lg:size-7" />
          <span className="truncate py-1">{shopName}</span>
        </Link>
        <nav aria-label="Main" className="hidden min-w-0 lg:block">
          <ul className="flex items-center gap-x-8 overflow-x-auto px-1 [scrollbar-width:none]">
            {links.map((link) => (
              <li key={link.to}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2.5 flex items-center justify-end gap-1">
          <SearchField key={q} initial={q} className="mr-1.5 hidden w-52 xl:block" />
          <SearchButton />
          <AccountLinks />
          <CartButton checkout={<DrawerCheckout />} />
          <PhoneMenuButton links={links} />
        </div>
      </div>
    </header>
  )
}

function BarLink({ to, label }: NavLink) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true }}
      className="relative block whitespace-nowrap py-3 text-[0.9375rem] transition-colors after:absolute after:inset-x-0 after:bottom-2 after:h-px after:origin-left after:scale-x-0 after:bg-current after:transition-transform hover:text-rose hover:after:scale-x-100"
      activeProps={{ className: 'text-rose after:scale-x-100!' }}
    >
      {label}
    </Link>
  )
}
