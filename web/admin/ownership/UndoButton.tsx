import { useState } from 'react'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'

/** Brings the demo back, while no customer has paid. */
export function UndoButton() {
  const [isAsking, setAsking] = useState(false)
  const undo = useAdminMutation({
    run: () => client.ownership.undo(),
    success: 'The demo is back',
    // All that is shown is from another shop.
    refresh: [[]],
    onSuccess: () => setAsking(false),
    onError: (error) => {
      setAsking(false)
      if (!hasErrorCode(error, 'UNDO_NOT_POSSIBLE')) return false
      toast.error('Not undone', error.data.reason)
      return true
    },
  })
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Undo
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Bring the demo back?"
        text="The shop becomes what it was before. Everything that was added or changed since then is lost."
        confirmLabel="Bring it back"
        busy={undo.isPending}
        onConfirm={() => undo.mutate()}
      />
    </>
  )
}
