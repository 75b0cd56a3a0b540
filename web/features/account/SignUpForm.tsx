import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { emailRules, nameRules } from './field-rules.ts'
import { NewPasswordField, newPasswordRules } from './NewPasswordField.tsx'
import { TEXTS } from './texts.ts'

const EMPTY = { full_name: '', email: '', password: '', terms: false, marketing_consent: false }

export function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useForm({ defaultValues: EMPTY })
  const { errors } = form.formState
  const signUp = useMutation(
    api.auth.sign_up.mutationOptions({
      onSuccess: (_, { email }) => {
        toast.success(TEXTS.signedUp)
        onDone(email)
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  const submit = form.handleSubmit(({ terms, ...given }) => {
    if (!terms) return toast.error(TEXTS.terms)
    signUp.mutate({ ...given, terms_accepted: true })
  })
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Field label="Full Name" error={errors.full_name?.message}>
        <Input autoComplete="name" maxLength={200} {...form.register('full_name', nameRules)} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...form.register('email', emailRules)} />
      </Field>
      <NewPasswordField
        label="Password"
        error={errors.password?.message}
        registered={form.register('password', newPasswordRules())}
      />
      <div className="grid gap-1">
        <Checkbox {...form.register('terms')} label={<TermsLabel />} />
        <Checkbox {...form.register('marketing_consent')} label={<ConsentLabel />} />
      </div>
      <Button type="submit" size="large" busy={signUp.isPending}>
        Sign Up
      </Button>
    </Form>
  )
}

/** In a tab of their own, so that nothing typed is lost. */
function TermsLabel() {
  const style = 'underline decoration-field underline-offset-4 hover:decoration-rose'
  return (
    <>
      I agree to the{' '}
      <Link to="/$slug" params={{ slug: 'terms-of-service' }} target="_blank" className={style}>
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link to="/$slug" params={{ slug: 'privacy-policy' }} target="_blank" className={style}>
        Privacy Policy
      </Link>
    </>
  )
}

function ConsentLabel() {
  return (
    <>
      Send me news and offers by e-mail <span className="text-quiet">(optional)</span>
    </>
  )
}
