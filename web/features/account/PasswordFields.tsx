import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#contract/rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { passwordRules } from './form-rules.ts'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-field text-quiet -outline-offset-2 hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-[1.125rem]" />
      </button>
    </span>
  )
}

export const newPasswordRules = (shortest = SHORTEST_PASSWORD) => ({
  required: 'Password is required',
  minLength: { value: shortest, message: `Password must be at least ${shortest} characters` },
})

type NewPasswordFieldProps = {
  label?: string
  shortest?: number
  error?: string
  registered: UseFormRegisterReturn
}

export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = 'New password', shortest = SHORTEST_PASSWORD, error, registered } = props
  return (
    <Field label={label} hint={`At least ${shortest} characters`} error={error}>
      <PasswordInput autoComplete="new-password" maxLength={LONGEST_PASSWORD} {...registered} />
    </Field>
  )
}

type PasswordFormProps = {
  label: string
  busy: boolean
  onPassword: (given: { password: string }) => void
  onCancel: () => void
}

/** Asks for the password again, so that an unattended session cannot change the account. */
export function PasswordForm({ label, busy, onPassword, onCancel }: PasswordFormProps) {
  const form = useForm({ defaultValues: { password: '' } })
  return (
    <Form
      label="Confirm with your password"
      className="grid gap-4"
      onSubmit={form.handleSubmit(onPassword)}
    >
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
