import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ROLE_NAMES } from '#contract/rights.ts'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { FailedState } from '../../ui/Feedback.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame, AuthSkeleton, DeadLink } from './AuthFrame.tsx'
import { NameField, showFailure } from './account-fields.tsx'
import { nameRules, passwordRules } from './form-rules.ts'
import { useMailedToken } from './MailedLinks.tsx'
import { NewPasswordField, newPasswordRules, PasswordInput } from './PasswordFields.tsx'
import { SecondStepForm } from './SignInForm.tsx'

const REASONS = [
  ['Your own account', 'What you do carries your name, so nobody shares a password.'],
  ['What you need', 'You see the screens of your role, and no others.'],
  ['It can be undone', 'Most changes can; the list of changes shows what was before.'],
]

/** The page of the link that invites somebody to the team. */
export function AcceptInvitation() {
  const token = useMailedToken()
  const hydrated = useHydrated()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.invitation.read({ token: token ?? '' }),
    enabled: Boolean(token),
    // Accepted, it is gone, and the form is still shown while the browser signs in.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!hydrated) return <AuthSkeleton />
  if (!token || hasErrorCode(invitation.error, 'LINK_EXPIRED')) return <Expired />
  if (invitation.isError) {
    const retry = () => void invitation.refetch()
    return (
      <AuthFrame title="Join the team" reasons={REASONS}>
        <FailedState message="Your invitation could not be loaded." onRetry={retry} />
      </AuthFrame>
    )
  }
  if (!invitation.data) return <AuthSkeleton />
  return <JoinForm token={token} invitation={invitation.data} />
}

const Expired = () => (
  <DeadLink text="An invitation works once and for a day. Ask the person who invited you to send it again.">
    <Link to="/auth" search={{ mode: 'signin' }} className={buttonStyle()}>
      Sign In
    </Link>
  </DeadLink>
)

type Invitation = Awaited<ReturnType<typeof client.invitation.read>>
type JoinFormProps = { token: string; invitation: Invitation }

function JoinForm({ token, invitation }: JoinFormProps) {
  const { email, role, invited_by, has_account } = invitation
  const navigate = useNavigate()
  const refreshSession = useRefreshSession()
  const [secondStep, setSecondStep] = useState(false)
  const form = useForm({ defaultValues: { full_name: '', password: '' } })
  const { errors } = form.formState
  const enter = async () => {
    await refreshSession()
    toast.success('Welcome to the team')
    await navigate({ to: '/admin', replace: true })
  }
  const join = useMutation({
    mutationFn: async ({ full_name, password }: { full_name: string; password: string }) => {
      const name = has_account ? {} : { full_name }
      await client.invitation.accept({ token, password, ...name })
      return client.auth.sign_in({ email, password })
    },
    onSuccess: async ({ second_step }) => {
      if (second_step) setSecondStep(true)
      else await enter()
    },
    onError: (error) => {
      const field = hasErrorCode(error, 'WRONG_PASSWORD') || hasErrorCode(error, 'WORST_PASSWORD')
      if (field) form.setError('password', { message: error.message }, { shouldFocus: true })
      else showFailure(error)
    },
  })
  if (hasErrorCode(join.error, 'LINK_EXPIRED')) return <Expired />
  return (
    <AuthFrame
      title="Join the team"
      text={
        <>
          <bdi>{invited_by}</bdi> invites you. Your role: {ROLE_NAMES[role]}.
        </>
      }
      reasons={REASONS}
    >
      {secondStep || hasErrorCode(join.error, 'NEW_PASSWORD_NEEDED') ? (
        <Joined isSecondStep={secondStep} onDone={enter} />
      ) : (
        <Form
          label="Join the team"
          className="grid gap-5"
          onSubmit={form.handleSubmit((given) => join.mutate(given))}
        >
          <Field
            label="Email"
            hint={has_account ? 'It has an account here. Join with its password.' : undefined}
          >
            <Input type="email" readOnly value={email} autoComplete="username" />
          </Field>
          {!has_account && (
            <NameField
              error={errors.full_name?.message}
              registered={form.register('full_name', nameRules)}
            />
          )}
          {has_account ? (
            <Field label="Password" error={errors.password?.message}>
              <PasswordInput
                autoComplete="current-password"
                {...form.register('password', passwordRules)}
              />
            </Field>
          ) : (
            <NewPasswordField
              label="Password"
              shortest={SHORTEST_ADMIN_PASSWORD}
              error={errors.password?.message}
              registered={form.register('password', newPasswordRules(SHORTEST_ADMIN_PASSWORD))}
            />
          )}
          <Button type="submit" size="large" busy={join.isPending}>
            Join the team
          </Button>
          {has_account && (
            <Link to="/forgot-password" className={buttonStyle({ look: 'ghost' })}>
              Forgot your password?
            </Link>
          )}
        </Form>
      )}
    </AuthFrame>
  )
}

/** The invitation is used; what is left is signing in. */
function Joined({ isSecondStep, onDone }: { isSecondStep: boolean; onDone: () => void }) {
  if (isSecondStep) {
    return <SecondStepForm onDone={onDone} onStartAgain={() => window.location.assign('/auth')} />
  }
  return (
    <div role="status" className="grid gap-5">
      <p>
        You are in the team now. Your password is too short for the back office: look into your
        mailbox for a link to choose a longer one, then sign in.
      </p>
      <Link to="/auth" search={{ mode: 'signin', redirect: '/admin' }} className={buttonStyle()}>
        Sign In
      </Link>
    </div>
  )
}
