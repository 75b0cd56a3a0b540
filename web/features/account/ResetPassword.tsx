import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { AuthSkeleton } from './AuthSkeleton.tsx'
import { DeadLink } from './DeadLink.tsx'
import { NewPasswordField, newPasswordRules } from './NewPasswordField.tsx'
import { useMailedSecret } from './use-mailed-secret.ts'

export function ResetPassword() {
  const token = useMailedSecret()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const form = useForm({ defaultValues: { password: '' } })
  const reset = useMutation(
    api.auth.reset_password.mutationOptions({
      onSuccess: async () => {
        toast.success('Your password is changed', 'Please sign in with the new one.')
        await navigate({ to: '/auth', search: { mode: 'signin' }, replace: true })
      },
      onError: (error) => toast.error(errorMessage(error)),
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
