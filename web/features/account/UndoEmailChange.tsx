import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { AuthFrame, AuthSkeleton, DeadLink } from './AuthFrame.tsx'
import { showFailure } from './account-fields.tsx'
import { useMailedToken } from './MailedLinks.tsx'

/** Asks for a click, because some mail programs open links by themselves. */
export function UndoEmailChange() {
  const token = useMailedToken()
  const hydrated = useHydrated()
  const refreshSession = useRefreshSession()
  const undo = useMutation(
    api.account.undo_email_change.mutationOptions({
      onSuccess: () => refreshSession(),
      onError: showFailure,
    }),
  )
  if (!hydrated) return <AuthSkeleton />
  if (undo.isSuccess) return <Undone email={undo.data.email} />
  if (!token || hasErrorCode(undo.error, 'LINK_EXPIRED')) {
    return (
      <DeadLink>
        <Link to="/contact" className={buttonStyle()}>
          Write to us
        </Link>
      </DeadLink>
    )
  }
  return (
    <AuthFrame
      title="Was it not you?"
      text="Your account gets its former address back, and every device is signed out. We then mail you a link to choose a new password."
    >
      <Button size="large" busy={undo.isPending} onClick={() => undo.mutate({ token })}>
        Undo the change of address
      </Button>
    </AuthFrame>
  )
}

function Undone({ email }: { email: string }) {
  return (
    <AuthFrame title="The change is undone">
      <div role="status" className="grid gap-5">
        <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
          <MailCheck aria-hidden="true" className="size-7" strokeWidth={1.6} />
        </span>
        <p>
          Your account uses <strong className="break-all font-medium">{email}</strong> again. Your
          old password no longer works: a link to choose a new one is on its way to this address.
        </p>
      </div>
      <Link to="/" className={buttonStyle({ look: 'outline' })}>
        Continue shopping
      </Link>
    </AuthFrame>
  )
}
