import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { closeSignInDialog, useClearSession, useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { SignInForm } from './SignInForm.tsx'

/** Opens over the current page when the session has expired; the page keeps its state. */
export function SignInAgain() {
  const { profile } = useSession()
  const queries = useQueryClient()
  const clearSession = useClearSession()
  // The refused call also raised an error toast.
  useEffect(() => toast.dismiss(), [])
  const goOn = () => {
    closeSignInDialog()
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <Dialog
      open
      onOpenChange={closeSignInDialog}
      title="Please sign in again"
      description="Your session has ended. What you typed is still here: sign in, and go on where you were."
    >
      <div className="grid gap-4">
        <SignInForm email={profile?.email} fixed={Boolean(profile)} onDone={goOn} />
        <Button look="ghost" onClick={clearSession}>
          Leave, and go on as a guest
        </Button>
      </div>
    </Dialog>
  )
}
