import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { useSession, useSignOut } from '../lib/session.ts'
import { buttonStyle } from '../ui/Button.tsx'

const quiet = buttonStyle({
  look: 'ghost',
  size: 'small',
  className: 'px-3.5! animate-appear whitespace-nowrap',
})

/** Empty until it is known who is here: no state is shown that would turn out wrong. */
export function AccountLinks() {
  const { status } = useSession()
  const signOut = useSignOut()
  if (status === 'loading') return null
  return (
    <div className="hidden items-center gap-1 lg:flex">
      {status === 'guest' && (
        <Link to="/auth" className={quiet}>
          Sign In
        </Link>
      )}
      {status === 'shopper' && (
        <Link to="/my-orders" className={quiet}>
          My Orders
        </Link>
      )}
      {status === 'admin' && (
        <Link to="/admin" className={quiet}>
          Admin Dashboard
        </Link>
      )}
      {status !== 'guest' && (
        <>
          <button type="button" onClick={signOut} className={quiet}>
            Sign Out
          </button>
          <Link
            to="/account"
            aria-label="Your account"
            className="grid size-11 animate-appear place-items-center rounded-full transition-colors hover:bg-blush"
          >
            <UserRound aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
          </Link>
        </>
      )}
    </div>
  )
}
