import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stopAsking, useBecomeGuest, useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { SignInForm } from './SignInForm.tsx'

/** Over whatever was being done, which stays as it is. */
export function SignInAgain() {
  const { profile } = useSession()
  const queries = useQueryClient()
  const becomeGuest = useBecomeGuest()
  // The page that was refused said so, too; this dialog says it better.
  useEffect(() => toast.dismiss(), [])
  const goOn = () => {
    stopAsking()
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <Dialog
      open
      onOpenChange={stopAsking}
      title="Please sign in again"
      description="Your session has ended. What you typed is still here: sign in, and go on where you were."
    >
      <div className="grid gap-4">
        <SignInForm email={profile?.email} fixed={Boolean(profile)} onDone={goOn} />
        <Button look="ghost" onClick={becomeGuest}>
          Leave, and go on as a guest
        </Button>
      </div>
    </Dialog>
  )
}
