import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useBecomeGuest } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'
import { passwordRules } from './field-rules.ts'
import { PasswordInput } from './PasswordInput.tsx'

export function DataSection() {
  const [deleting, setDeleting] = useState(false)
  return (
    <AccountSection title="Your data" text="Yours to take along, and yours to take away.">
      <div className="flex flex-wrap gap-3">
        <a href="/api/account/export" download className={buttonStyle({ look: 'outline' })}>
          Download my data
        </a>
        <Button look="ghost" className="text-danger!" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccount open={deleting} onOpenChange={setDeleting} />
    </AccountSection>
  )
}

type DeleteAccountProps = { open: boolean; onOpenChange: (open: boolean) => void }

function DeleteAccount({ open, onOpenChange }: DeleteAccountProps) {
  const becomeGuest = useBecomeGuest()
  const form = useForm({ defaultValues: { password: '' } })
  const remove = useMutation(
    api.account.delete.mutationOptions({
      onSuccess: () => {
        toast.success('Your account is deleted')
        return becomeGuest()
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description="Your name, address and sign-in are removed for good. Past orders stay in our books without telling whose they were."
    >
      <Form className="grid gap-5" onSubmit={form.handleSubmit((given) => remove.mutate(given))}>
        <Field label="Your password" error={form.formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...form.register('password', passwordRules)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => onOpenChange(false)}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" busy={remove.isPending}>
            Delete for good
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
