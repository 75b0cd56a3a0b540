import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailField, showFailure } from './account-fields.tsx'
import { emailRules, passwordRules, TEXTS } from './form-rules.ts'
import { PasswordInput } from './PasswordFields.tsx'

type SecondStepFormProps = { onDone: () => void; onStartAgain: () => void }

/** The code of the authenticator app, or a recovery code. */
export function SecondStepForm({ onDone, onStartAgain }: SecondStepFormProps) {
  const [recovery, setRecovery] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })
  const step = useMutation(
    api.auth.second_step.mutationOptions({
      onSuccess: onDone,
      onError: (error) => {
        toast.error(errorMessage(error))
        if (hasErrorCode(error, 'START_AGAIN')) onStartAgain()
      },
    }),
  )
  const switchKind = () => {
    form.reset()
    setRecovery(!recovery)
  }
  return (
    <Form
      label="Second step"
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ code }) => step.mutate({ code, recovery }))}
    >
      <p className="text-quiet">
        {recovery
          ? 'Enter one of the recovery codes that you kept when you set this up. Each works once.'
          : 'Open your authenticator app and enter the code it shows for this shop.'}
      </p>
      <Field
        label={recovery ? 'Recovery code' : 'Six-digit code'}
        error={form.formState.errors.code?.message}
      >
        <Input
          key={String(recovery)}
          // This form replaces the one that had the focus.
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          look="code"
          {...form.register('code', {
            required: 'Please enter the code',
            minLength: { value: 6, message: 'This code is too short' },
          })}
        />
      </Field>
      <Button type="submit" size="large" busy={step.isPending}>
        Continue
      </Button>
      <Button look="link" onClick={switchKind}>
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
    </Form>
  )
}

type SignInFormProps = {
  /** The initial value; read-only with `fixed`. */
  email?: string
  fixed?: boolean
  onDone?: () => void
  children?: ReactNode
}

/** Asks for the second factor when the account has one. */
export function SignInForm({ email = '', fixed, onDone, children }: SignInFormProps) {
  const [secondStep, setSecondStep] = useState(false)
  const refreshSession = useRefreshSession()
  const form = useForm({ defaultValues: { email, password: '' } })
  const { errors } = form.formState

  const finish = async () => {
    await refreshSession()
    toast.success(TEXTS.signedIn)
    onDone?.()
  }
  const signIn = useMutation(
    api.auth.sign_in.mutationOptions({
      onSuccess: ({ second_step }) => (second_step ? setSecondStep(true) : finish()),
      onError: showFailure,
    }),
  )

  if (secondStep) {
    return <SecondStepForm onDone={finish} onStartAgain={() => setSecondStep(false)} />
  }
  return (
    <Form
      label="Sign in"
      className="grid gap-5"
      onSubmit={form.handleSubmit((given) => signIn.mutate(given))}
    >
      <EmailField
        readOnly={fixed}
        error={errors.email?.message}
        registered={form.register('email', emailRules)}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', passwordRules)}
        />
      </Field>
      {children}
      <Button type="submit" size="large" busy={signIn.isPending}>
        Sign In
      </Button>
    </Form>
  )
}
