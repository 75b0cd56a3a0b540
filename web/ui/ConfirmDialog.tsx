import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: ReactNode
  confirmLabel: string
  /** The other way, where “Cancel” could be taken for the action itself. */
  cancelLabel?: string
  onConfirm: () => void
  busy?: boolean
}

/** Asks before a destructive action. The caller closes it when the action is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-appear bg-shade" />
        <div className="pointer-events-none fixed inset-0 z-50 grid grid-cols-1 place-items-center p-5">
          <AlertDialog.Content className="pointer-events-auto grid max-h-full w-full max-w-md animate-rise grid-cols-1 gap-3 overflow-y-auto rounded-2xl bg-ground p-6 shadow-float outline-none">
            <AlertDialog.Title className="text-2xl">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="text-quiet">{props.text}</AlertDialog.Description>
            <div className="mt-3 flex flex-wrap justify-end gap-3">
              <AlertDialog.Cancel asChild>
                <Button look="outline">{props.cancelLabel ?? 'Cancel'}</Button>
              </AlertDialog.Cancel>
              <Button look="danger" busy={props.busy} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
