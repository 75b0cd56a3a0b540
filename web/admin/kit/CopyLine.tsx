import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'

type CopyLineProps = { label: string; hint?: string; value: string }

/** A line that belongs somewhere else: shown whole, and copied with one click. */
export function CopyLine({ label, hint, value }: CopyLineProps) {
  return (
    <Field label={label} hint={hint}>
      <div className="flex gap-2">
        <Input readOnly value={value} className="font-mono text-sm" />
        <Button look="outline" className="shrink-0" onClick={() => void copy(value)}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
    </Field>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied')
  } catch {
    toast.error('Not copied', 'Please select the line and copy it yourself.')
  }
}
