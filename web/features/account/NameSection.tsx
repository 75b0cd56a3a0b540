import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { useAccountChanged } from './account-query.ts'
import { nameRules } from './field-rules.ts'

export function NameSection({ account }: { account: Account }) {
  const changed = useAccountChanged()
  const form = useForm({ defaultValues: { full_name: account.full_name } })
  const save = useMutation(
    api.account.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success('Your name is saved')
        form.reset({ full_name: saved.full_name })
        await changed(saved)
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return (
    <AccountSection title="Your name" text="On your orders, and beside reviews you write.">
      <Form className="grid gap-4" onSubmit={form.handleSubmit((given) => save.mutate(given))}>
        <Field label="Full name" error={form.formState.errors.full_name?.message}>
          <Input autoComplete="name" maxLength={200} {...form.register('full_name', nameRules)} />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          busy={save.isPending}
          disabled={!form.formState.isDirty}
        >
          Save name
        </Button>
      </Form>
    </AccountSection>
  )
}
