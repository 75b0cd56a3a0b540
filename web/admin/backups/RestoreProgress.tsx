import { clsx } from 'clsx'
import { Check, CircleCheck, CircleX } from 'lucide-react'
import { RESTORE_STEPS, type Restore, type RestoreStep } from '#contract/restores.ts'
import { Button, Spinner } from '../../ui/Button.tsx'

const STEPS: Record<RestoreStep, string> = {
  checking: 'Open the backup',
  trying: 'Try it in a scratch database, and check that everything adds up',
  closing: 'Close the shop',
  'backing-up': 'Take a backup of today',
  files: 'Bring back pictures and files',
  replacing: 'Bring back products, orders and customers',
}

const NAMES: readonly string[] = RESTORE_STEPS

/** `closed`: the shop answers only how far it is. `signed-out`: it is back, without this account. */
export type Followed = Restore | { closed: string } | 'signed-out' | undefined

export const isRow = (followed: Followed): followed is Restore =>
  typeof followed === 'object' && 'state' in followed

type RestoreProgressProps = { restore: Followed; onClose: () => void }

export function RestoreProgress({ restore, onClose }: RestoreProgressProps) {
  if (restore === 'signed-out') return <Done findings={[]} />
  if (isRow(restore) && restore.state === 'done') return <Done findings={restore.findings} />
  if (isRow(restore) && restore.state === 'failed')
    return <Failed failure={restore.failure} onClose={onClose} />
  const step = isRow(restore) ? restore.step : restore?.closed
  const at = Math.max(0, NAMES.indexOf(step ?? ''))
  return (
    <div className="grid gap-4">
      <p role="status" className="flex items-center gap-3 font-medium">
        <Spinner />
        {at >= RESTORE_STEPS.indexOf('closing')
          ? 'The shop is being restored. It comes back by itself.'
          : 'The backup is being tried. The shop is still open.'}
      </p>
      <ol className="grid gap-2 text-sm">
        {RESTORE_STEPS.map((one, n) => (
          <li
            key={one}
            aria-current={n === at ? 'step' : undefined}
            className={clsx('flex items-center gap-2', n > at && 'text-quiet')}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-5 shrink-0 place-items-center rounded-full border text-[0.6875rem]',
                n < at ? 'border-rose bg-rose text-on-rose' : 'border-field',
                n === at && 'border-rose',
              )}
            >
              {n < at ? <Check className="size-3" /> : n + 1}
            </span>
            {STEPS[one]}
          </li>
        ))}
      </ol>
      <p className="text-quiet text-sm">
        If this machine is switched off now, the shop is as it was before.
      </p>
    </div>
  )
}

function Done({ findings }: { findings: string[] }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="flex gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        The shop is restored and open again.
      </p>
      <p className="text-sm">
        A backup of how it was before is in the list, as Before a restore. If you had no account
        then, you are asked to sign in again.
      </p>
      <Findings findings={findings} />
      <div>
        {/* All that this page knows is of the shop before. */}
        <Button onClick={() => window.location.reload()}>Look at the shop as it is now</Button>
      </div>
    </div>
  )
}

function Failed({ failure, onClose }: { failure: string | null; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      <p role="alert" className="flex gap-2 font-medium">
        <CircleX aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
        The shop was not restored. It is as it was before.
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">{failure}</p>
      <div>
        <Button look="outline" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** What the doctor found, in its words. */
export function Findings({ findings }: { findings: string[] }) {
  if (findings.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium">
        {findings.length === 1 ? 'One thing does' : `${findings.length} things do`} not add up
      </summary>
      <ul className="mt-2 grid gap-1 text-quiet text-xs [overflow-wrap:anywhere]">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </details>
  )
}
