import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { emailRules } from './field-rules.ts'

export function ForgotPassword() {
  const form = useForm({ defaultValues: { email: '' } })
  const ask = useMutation(
    api.auth.request_password_reset.mutationOptions({
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  if (ask.isSuccess) return <LinkSent email={ask.variables.email} onAgain={ask.reset} />
  return (
    <AuthFrame
      title="Forgot your password?"
      text="It happens to everyone. Tell us your address and we will mail you a link to choose a new one."
    >
      <Form className="grid gap-5" onSubmit={form.handleSubmit((given) => ask.mutate(given))}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email', emailRules)} />
        </Field>
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

/** The same for every address, known here or not. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthFrame title="Look into your mailbox">
      <div role="status" className="grid gap-5">
        <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
          <MailCheck aria-hidden="true" className="size-7" strokeWidth={1.6} />
        </span>
        <p>
          If <strong className="break-all font-medium">{email}</strong> has an account, a link is on
          its way. It works once and expires in 1 hour.
        </p>
        <p className="text-quiet">
          Nothing there after a few minutes? Look among the spam, or try another address.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/auth" search={{ mode: 'signin' }} className={buttonStyle()}>
          Back to Sign In
        </Link>
        <Button look="outline" onClick={onAgain}>
          Another address
        </Button>
      </div>
    </AuthFrame>
  )
}
