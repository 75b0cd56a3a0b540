import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame, AuthSkeleton, DeadLink } from './AuthFrame.tsx'
import { EmailField, NameField, showFailure } from './account-fields.tsx'
import { emailRules, nameRules } from './form-rules.ts'
import { useMailedToken } from './MailedLinks.tsx'
import { NewPasswordField, newPasswordRules } from './PasswordFields.tsx'

const REASONS = [
  ['It is all here', 'Products, orders, payment, mail and chat, in one back office.'],
  ['Nothing is forgotten', 'What is missing for the first order, such as payment, says so.'],
  ['It is yours', 'Your machine, your data, your customers.'],
]

/** The page of the link that a shop without an administrator prints at start. */
export function FirstOwner() {
  const token = useMailedToken()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const refreshSession = useRefreshSession()
  const form = useForm({ defaultValues: { full_name: '', email: '', password: '' } })
  const { errors } = form.formState
  const create = useMutation({
    mutationFn: async (owner: { full_name: string; email: string; password: string }) => {
      const { email, password } = owner
      await client.auth.create_first_owner({ token: token ?? '', ...owner })
      await client.auth.sign_in({ email, password })
    },
    onSuccess: async () => {
      await refreshSession()
      toast.success('Welcome to your shop')
      await navigate({ to: '/admin', replace: true })
    },
    onError: showFailure,
  })
  if (!hydrated) return <AuthSkeleton />
  if (!token || hasErrorCode(create.error, 'LINK_EXPIRED')) {
    return (
      <DeadLink text="It works once and for a day. As long as the shop has no administrator, each start of the shop prints a new one.">
        <Link to="/auth" search={{ mode: 'signin' }} className={buttonStyle()}>
          Sign In
        </Link>
      </DeadLink>
    )
  }
  return (
    <AuthFrame
      title="Welcome to your shop"
      text="Create your account. It may do everything here, so choose a password that you use nowhere else."
      reasons={REASONS}
    >
      <Form
        label="Your account"
        className="grid gap-5"
        onSubmit={form.handleSubmit((owner) => create.mutate(owner))}
      >
        <NameField
          error={errors.full_name?.message}
          registered={form.register('full_name', nameRules)}
        />
        <EmailField error={errors.email?.message} registered={form.register('email', emailRules)} />
        <NewPasswordField
          label="Password"
          shortest={SHORTEST_ADMIN_PASSWORD}
          error={errors.password?.message}
          registered={form.register('password', newPasswordRules(SHORTEST_ADMIN_PASSWORD))}
        />
        <Button type="submit" size="large" busy={create.isPending}>
          Open my shop
        </Button>
      </Form>
    </AuthFrame>
  )
}
