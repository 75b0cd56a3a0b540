import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** Shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Copied')
    } catch {
      toast.error('Copying is not allowed here', 'Please write the codes down.')
    }
  }
  return (
    <div className="grid gap-3 rounded-card bg-honey-tint p-5">
      <p className="font-medium">Keep these recovery codes</p>
      <p className="text-sm">
        Without your phone, each of them opens the second step once. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="outline" size="small" className="justify-self-start" onClick={copy}>
        <Copy aria-hidden="true" className="size-4" />
        Copy
      </Button>
    </div>
  )
}
