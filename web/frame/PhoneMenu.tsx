import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { categories } from '../features/catalog/products-search.ts'
import { setChatOpen } from '../features/chat/chat-open.ts'
import { api } from '../lib/api.ts'
import { useSession, useSignOut } from '../lib/session.ts'
import { Button, buttonStyle } from '../ui/Button.tsx'
import { Drawer } from '../ui/Dialog.tsx'
import { NamedList } from '../ui/NamedList.tsx'

export type NavLink = { to: string; label: string }

type PhoneMenuProps = {
  links: readonly NavLink[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PhoneMenu({ links, open, onOpenChange }: PhoneMenuProps) {
  const close = () => onOpenChange(false)
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Menu"
      footer={<Account onLeave={close} />}
    >
      <nav aria-label="Main">
        <ul className="divide-y divide-line">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                activeOptions={{ exact: true }}
                activeProps={{ className: 'text-rose' }}
                className="block py-4.5 font-display text-2xl leading-tight transition-colors hover:text-rose"
              >
                {label}
              </Link>
              {to === '/products' && <Categories onLeave={close} />}
            </li>
          ))}
        </ul>
      </nav>
      <Button
        look="link"
        className="my-3 py-2.5"
        onClick={() => {
          close()
          setChatOpen(true)
        }}
      >
        Chat with us
      </Button>
    </Drawer>
  )
}

function Categories({ onLeave }: { onLeave: () => void }) {
  const { data = [] } = useQuery(categories(api))
  if (data.length === 0) return null
  return (
    <NamedList label="Categories" className="-mt-2 grid grid-cols-2 gap-x-4 pb-3.5">
      {data.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/products"
            search={{ category: name }}
            onClick={onLeave}
            activeProps={{ className: 'text-rose' }}
            className="flex min-h-11 items-center break-words leading-tight transition-colors hover:text-rose"
          >
            {name}
          </Link>
        </li>
      ))}
    </NamedList>
  )
}

function Account({ onLeave }: { onLeave: () => void }) {
  const { status, profile } = useSession()
  const signOut = useSignOut()
  if (status === 'loading') return <div className="h-11" />
  if (status === 'guest') {
    return (
      <Link to="/auth" onClick={onLeave} className={buttonStyle({ className: 'w-full' })}>
        Sign In
      </Link>
    )
  }
  const leave = () => {
    onLeave()
    signOut()
  }
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-4 text-sm">
        <p className="truncate text-quiet">Signed in as {profile.full_name || profile.email}</p>
        <Link
          to="/account"
          onClick={onLeave}
          className={buttonStyle({ look: 'link', className: 'shrink-0 py-3' })}
        >
          Your account
        </Link>
      </div>
      <Link
        to={status === 'team' ? '/admin' : '/my-orders'}
        onClick={onLeave}
        className={buttonStyle()}
      >
        {status === 'team' ? 'Admin Dashboard' : 'My Orders'}
      </Link>
      <Button look="outline" onClick={leave}>
        Sign Out
      </Button>
    </div>
  )
}
