import type { ErrorData } from '#contract/errors.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldChanges } from './ChangeHistory.tsx'

type Conflict = ErrorData<'CHANGED_MEANWHILE'> & {
  close: () => void
  useTheirs: () => void
  keepMine: () => void
}

/** Somebody saved first: shows what, and lets the second admin choose. Nothing typed is lost until then. */
export function ConflictDialog({ conflict, busy }: { conflict: Conflict; busy: boolean }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && conflict.close()}
      title="Changed meanwhile"
      description={
        <>
          {conflict.changed_by} saved this on <LocalTime iso={conflict.changed_at} withTime />,
          after you opened it.
        </>
      }
      footer={
        <>
          <Button look="outline" onClick={conflict.useTheirs}>
            Use their version
          </Button>
          <Button busy={busy} onClick={conflict.keepMine}>
            Save mine anyway
          </Button>
        </>
      }
    >
      <FieldChanges
        before={Object.fromEntries(conflict.changes.map(({ field, before }) => [field, before]))}
        after={Object.fromEntries(conflict.changes.map(({ field, after }) => [field, after]))}
      />
      <p className="mt-4 text-quiet text-sm">
        “Save mine anyway” overwrites these fields with what you entered. “Use their version” drops
        what you entered.
      </p>
    </Dialog>
  )
}
