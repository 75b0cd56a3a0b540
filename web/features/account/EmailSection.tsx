import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { emailRules, passwordRules } from './field-rules.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { useSendConfirmation } from './use-send-confirmation.ts'

export function EmailSection({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false)
  const confirmation = useSendConfirmation()
  return (
    <AccountSection
      title="E-mail"
      text="You sign in with it, and we write to it about your orders."
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="break-all">{account.email}</span>
        {account.email_verified ? (
          <Badge tone="green">Confirmed</Badge>
        ) : (
          <Badge tone="yellow">Not confirmed</Badge>
        )}
      </p>
      {changing ? (
        <ChangeEmail onDone={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={() => setChanging(true)}>
            Change address
          </Button>
          {!account.email_verified && (
            <Button look="soft" busy={confirmation.isPending} onClick={confirmation.send}>
              Send a link to confirm it
            </Button>
          )}
        </div>
      )}
    </AccountSection>
  )
}

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const change = useMutation(
    api.account.change_email.mutationOptions({
      onSuccess: (_, { email }) => {
        toast.success('One more step', `Press the link in the mail that we sent to ${email}.`)
        onDone()
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return (
    <Form className="grid gap-4" onSubmit={form.handleSubmit((given) => change.mutate(given))}>
      <Field
        label="New e-mail"
        hint="It counts once you press the link that we send there."
        error={errors.email?.message}
      >
        <Input type="email" autoComplete="email" {...form.register('email', emailRules)} />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', passwordRules)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={change.isPending}>
          Send me the link
        </Button>
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
