import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Tabs } from '../../ui/Tabs.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

export type AuthMode = 'signin' | 'signup'

const TABS = [
  { name: 'signin', label: 'Sign In' },
  { name: 'signup', label: 'Sign Up' },
] as const

/** Whoever just signed up finds the address filled in on the other tab. */
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
