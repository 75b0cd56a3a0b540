import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Account } from '#contract/accounts.ts'
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from '#contract/password-lengths.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { passwordRules } from './field-rules.ts'
import { NewPasswordField, newPasswordRules } from './NewPasswordField.tsx'
import { PasswordInput } from './PasswordInput.tsx'

const EMPTY = { current_password: '', new_password: '' }

export function PasswordSection({ account }: { account: Account }) {
  const shortest = account.is_admin ? SHORTEST_ADMIN_PASSWORD : SHORTEST_PASSWORD
  const queries = useQueryClient()
  const form = useForm({ defaultValues: EMPTY })
  const { errors } = form.formState
  const change = useMutation(
    api.account.change_password.mutationOptions({
      onSuccess: async () => {
        toast.success('Your password is changed', 'All other devices are signed out.')
        form.reset(EMPTY)
        await queries.invalidateQueries({ queryKey: api.account.sessions.key() })
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return (
    <AccountSection title="Password" text="A new one signs you out on all other devices.">
      <Form className="grid gap-4" onSubmit={form.handleSubmit((given) => change.mutate(given))}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current_password', passwordRules)}
          />
        </Field>
        <NewPasswordField
          shortest={shortest}
          error={errors.new_password?.message}
          registered={form.register('new_password', newPasswordRules(shortest))}
        />
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          Change password
        </Button>
      </Form>
    </AccountSection>
  )
}
