import { UserRound } from 'lucide-react'

const link =
  'font-medium text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose'

/** Nobody needs an account to order; whoever wants one finds the way there and back. */
export function GuestBanner() {
  return (
    <aside
      aria-label="Account"
      className="flex gap-3.5 rounded-card bg-sage px-5 py-4 text-[0.9375rem] leading-relaxed"
    >
      <UserRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <p>
        You are checking out as a guest.{' '}
        <a href="/auth?redirect=/checkout" className={link}>
          Create an account
        </a>{' '}
        or{' '}
        <a href="/auth?mode=signin&redirect=/checkout" className={link}>
          sign in
        </a>{' '}
        to follow your orders.
      </p>
    </aside>
  )
}
