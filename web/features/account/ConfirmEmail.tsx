import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthSkeleton } from './AuthSkeleton.tsx'
import { DeadLink } from './DeadLink.tsx'
import { useMailedSecret } from './use-mailed-secret.ts'

/** A press of a button, so that a mail program that opens links by itself confirms nothing. */
export function ConfirmEmail() {
  const token = useMailedSecret()
  const hydrated = useHydrated()
  const refreshSession = useRefreshSession()
  const confirm = useMutation(
    api.account.confirm_email.mutationOptions({
      onSuccess: () => refreshSession(),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  if (!hydrated) return <AuthSkeleton />
  if (confirm.isSuccess) return <Confirmed email={confirm.data.email} />
  if (!token || hasErrorCode(confirm.error, 'LINK_EXPIRED')) {
    return (
      <DeadLink>
        <Link to="/account" className={buttonStyle()}>
          Go to your account
        </Link>
      </DeadLink>
    )
  }
  return (
    <AuthFrame
      title="Is this your address?"
      text="Confirm it, and it belongs to your account from now on."
    >
      <Button size="large" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        Yes, confirm my address
      </Button>
    </AuthFrame>
  )
}

function Confirmed({ email }: { email: string }) {
  return (
    <AuthFrame title="Thank you">
      <div role="status" className="grid gap-5">
        <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
          <MailCheck aria-hidden="true" className="size-7" strokeWidth={1.6} />
        </span>
        <p>
          <strong className="break-all font-medium">{email}</strong> is confirmed.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/account" className={buttonStyle()}>
          Go to your account
        </Link>
        <Link to="/" className={buttonStyle({ look: 'outline' })}>
          Continue shopping
        </Link>
      </div>
    </AuthFrame>
  )
}
