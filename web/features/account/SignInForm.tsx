import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { emailRules, passwordRules } from './field-rules.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { TEXTS } from './texts.ts'

type SignInFormProps = {
  /** Filled in already; with `fixed` it stays that way. */
  email?: string
  fixed?: boolean
  onDone?: () => void
  children?: ReactNode
}

/** One step, or two for those who want it so. What was typed stays when it was wrong. */
export function SignInForm({ email = '', fixed, onDone, children }: SignInFormProps) {
  const [secondStep, setSecondStep] = useState(false)
  const refreshSession = useRefreshSession()
  const form = useForm({ defaultValues: { email, password: '' } })
  const { errors } = form.formState

  const arrive = async () => {
    await refreshSession()
    toast.success(TEXTS.signedIn)
    onDone?.()
  }
  const signIn = useMutation(
    api.auth.sign_in.mutationOptions({
      onSuccess: ({ second_step }) => (second_step ? setSecondStep(true) : arrive()),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )

  if (secondStep) {
    return <SecondStepForm onDone={arrive} onStartAgain={() => setSecondStep(false)} />
  }
  return (
    <Form className="grid gap-5" onSubmit={form.handleSubmit((given) => signIn.mutate(given))}>
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          readOnly={fixed}
          {...form.register('email', emailRules)}
        />
      </Field>
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
