import type { UseFormRegisterReturn } from 'react-hook-form'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#contract/password-lengths.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'

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
