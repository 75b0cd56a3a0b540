import { useForm } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { passwordRules } from './field-rules.ts'
import { PasswordInput } from './PasswordInput.tsx'

type PasswordFormProps = {
  label: string
  busy: boolean
  onPassword: (given: { password: string }) => void
  onCancel: () => void
}

/** Asks for the password once more, before something that a borrowed session must not do. */
export function PasswordForm({ label, busy, onPassword, onCancel }: PasswordFormProps) {
  const form = useForm({ defaultValues: { password: '' } })
  return (
    <Form className="grid gap-4" onSubmit={form.handleSubmit(onPassword)}>
      <Field label="Your password" error={form.formState.errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', passwordRules)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {label}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
