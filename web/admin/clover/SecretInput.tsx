import { Input } from '../../ui/Field.tsx'

/** For what is typed or pasted and never shown again. */
export function SecretInput(props: { value: string; onChange: (value: string) => void }) {
  return (
    <Input
      type="password"
      autoComplete="off"
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
