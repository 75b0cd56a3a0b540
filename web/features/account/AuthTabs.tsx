import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Form } from '../../ui/Field.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { EmailField, NameField, showFailure } from './account-fields.tsx'
import { emailRules, nameRules, TEXTS } from './form-rules.ts'
import { NewPasswordField, newPasswordRules } from './PasswordFields.tsx'
import { SignInForm } from './SignInForm.tsx'

const EMPTY = { full_name: '', email: '', password: '', terms: false, marketing_consent: false }

function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useForm({ defaultValues: EMPTY })
  const { errors } = form.formState
  const signUp = useMutation(
    api.auth.sign_up.mutationOptions({
      onSuccess: (_, { email }) => {
        toast.success(TEXTS.signedUp)
        onDone(email)
      },
      onError: showFailure,
    }),
  )
  const submit = form.handleSubmit(({ terms, ...given }) => {
    if (!terms) return toast.error(TEXTS.terms)
    signUp.mutate({ ...given, terms_accepted: true })
  })
  return (
    <Form label="Sign up" className="grid gap-5" onSubmit={submit}>
      <NameField
        error={errors.full_name?.message}
        registered={form.register('full_name', nameRules)}
      />
      <EmailField error={errors.email?.message} registered={form.register('email', emailRules)} />
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

/** The links open a new tab, so that nothing typed is lost. */
export function TermsLabel() {
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

export type AuthMode = 'signin' | 'signup'

const TABS = [
  { name: 'signin', label: 'Sign In' },
  { name: 'signup', label: 'Sign Up' },
] as const

/** After signing up, the sign-in tab opens with the address filled in. */
export function AuthTabs({ initial }: { initial: AuthMode }) {
  const [mode, setMode] = useState(initial)
  const [email, setEmail] = useState('')
  return (
    <AuthFrame title={mode === 'signin' ? 'Good to see you' : 'Make yourself at home'}>
      <Tabs label="Account" tabs={TABS} value={mode} onChange={setMode}>
        {mode === 'signin' ? (
          <SignInForm email={email}>
            <Link
              to="/forgot-password"
              className="-my-2 inline-flex min-h-11 items-center justify-self-end text-rose text-sm underline decoration-rose/35 underline-offset-4 hover:decoration-rose"
            >
              Forgot your password?
            </Link>
          </SignInForm>
        ) : (
          <SignUpForm
            onDone={(address) => {
              setEmail(address)
              setMode('signin')
            }}
          />
        )}
      </Tabs>
    </AuthFrame>
  )
}
