import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame, AuthSkeleton, DeadLink } from './AuthFrame.tsx'
import { Done, EmailField, showFailure } from './account-fields.tsx'
import { emailRules } from './form-rules.ts'
import { NewPasswordField, newPasswordRules } from './PasswordFields.tsx'

const onChange = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token of a mailed link. It is in the URL's fragment, so it never reaches a server log. */
export function useMailedToken(): string | null {
  return useSyncExternalStore(
    onChange,
    () => window.location.hash.slice(1) || null,
    () => null,
  )
}

export function ForgotPassword() {
  const form = useForm({ defaultValues: { email: '' } })
  const ask = useMutation(
    api.auth.request_password_reset.mutationOptions({
      onError: showFailure,
    }),
  )
  if (ask.isSuccess) return <LinkSent email={ask.variables.email} onAgain={ask.reset} />
  return (
    <AuthFrame
      title="Forgot your password?"
      text="It happens to everyone. Tell us your address and we will mail you a link to choose a new one."
    >
      <Form
        label="Request a link"
        className="grid gap-5"
        onSubmit={form.handleSubmit((given) => ask.mutate(given))}
      >
        <EmailField
          error={form.formState.errors.email?.message}
          registered={form.register('email', emailRules)}
        />
        <Button type="submit" size="large" busy={ask.isPending}>
          Send me a link
        </Button>
        <Link to="/auth" search={{ mode: 'signin' }} className={buttonStyle({ look: 'ghost' })}>
          Back to Sign In
        </Link>
      </Form>
    </AuthFrame>
  )
}

/** The same for every address, so that it does not reveal who has an account. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthFrame title="Look into your mailbox">
      <Done
        links={
          <>
            <Link to="/auth" search={{ mode: 'signin' }} className={buttonStyle()}>
              Back to Sign In
            </Link>
            <Button look="outline" onClick={onAgain}>
              Another address
            </Button>
          </>
        }
      >
        <p>
          If <strong className="break-all font-medium">{email}</strong> has an account, a link is on
          its way. It works once and expires in 1 hour.
        </p>
        <p className="text-quiet">
          Nothing there after a few minutes? Look among the spam, or try another address.
        </p>
      </Done>
    </AuthFrame>
  )
}

export function ResetPassword() {
  const token = useMailedToken()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const form = useForm({ defaultValues: { password: '' } })
  const reset = useMutation(
    api.auth.reset_password.mutationOptions({
      onSuccess: async () => {
        toast.success('Your password is changed', 'Please sign in with the new one.')
        await navigate({ to: '/auth', search: { mode: 'signin' }, replace: true })
      },
      onError: showFailure,
    }),
  )
  if (!hydrated) return <AuthSkeleton />
  if (!token || hasErrorCode(reset.error, 'LINK_EXPIRED')) {
    return (
      <DeadLink>
        <Link to="/forgot-password" className={buttonStyle()}>
          Ask for a new link
        </Link>
      </DeadLink>
    )
  }
  return (
    <AuthFrame
      title="Choose a new password"
      text="You will be signed out on all devices, and sign in again with the new one."
    >
      <Form
        label="New password"
        className="grid gap-5"
        onSubmit={form.handleSubmit(({ password }) => reset.mutate({ token, password }))}
      >
        <NewPasswordField
          error={form.formState.errors.password?.message}
          registered={form.register('password', newPasswordRules())}
        />
        <Button type="submit" size="large" busy={reset.isPending}>
          Save new password
        </Button>
      </Form>
    </AuthFrame>
  )
}

/** Asks for a click, because some mail programs open links by themselves. */
export function ConfirmEmail() {
  const token = useMailedToken()
  const hydrated = useHydrated()
  const refreshSession = useRefreshSession()
  const confirm = useMutation(
    api.account.confirm_email.mutationOptions({
      onSuccess: () => refreshSession(),
      onError: showFailure,
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
      <Done
        links={
          <>
            <Link to="/account" className={buttonStyle()}>
              Go to your account
            </Link>
            <Link to="/" className={buttonStyle({ look: 'outline' })}>
              Continue shopping
            </Link>
          </>
        }
      >
        <p>
          <strong className="break-all font-medium">{email}</strong> is confirmed.
        </p>
      </Done>
    </AuthFrame>
  )
}
