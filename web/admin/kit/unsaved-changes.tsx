import { useBlocker } from '@tanstack/react-router'
import { useContext, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CloseGuardContext } from '../../ui/Dialog.tsx'

/** Asks first when something was changed, as the other ways out of a dialog do. */
export function CancelButton({ onCancel }: { onCancel?: () => void }) {
  const guard = useContext(CloseGuardContext)
  const cancel = () => {
    if (onCancel && guard.current) guard.current(onCancel)
    else onCancel?.()
  }
  return (
    <Button look="outline" onClick={cancel}>
      Cancel
    </Button>
  )
}

/** Ctrl-S saves what is in front. */
export function useSaveKey(submit: (() => Promise<void>) | undefined, inDialog = false) {
  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (!inDialog && document.querySelector('[role=dialog]')) return
      void latest.current?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [inDialog])
}

type LeaveGuardProps = {
  isDirty: boolean
  /** Closing the dialog asks too. Not for a dialog that keeps its draft. */
  inDialog?: boolean
}

/** Another screen asks here; closing the tab asks in the browser's words. */
export function LeaveGuard({ isDirty, inDialog = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const guard = useContext(CloseGuardContext)
  const [closeDialog, setCloseDialog] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isDirty || !inDialog) return
    guard.current = (close) => setCloseDialog(() => close)
    return () => {
      guard.current = null
    }
  }, [guard, isDirty, inDialog])
  const stay = () => {
    setCloseDialog(null)
    blocker.reset?.()
  }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked' || closeDialog !== null}
      onOpenChange={(open) => !open && stay()}
      title={closeDialog ? 'Close without saving?' : 'Leave without saving?'}
      text="What you changed here is not saved yet and would be lost."
      confirmLabel={closeDialog ? 'Discard' : 'Leave'}
      onConfirm={closeDialog ?? (() => blocker.proceed?.())}
    />
  )
}

/**
 * A text that was begun. It survives closing its dialog, leaving the screen and a reload, until it is emptied. Closing
 * the tab would lose it, so the browser asks.
 */
export function useDraft(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    if (next) sessionStorage.setItem(key, next)
    else sessionStorage.removeItem(key)
    setText(next)
  }
  const isBegun = text.trim() !== ''
  useEffect(() => {
    if (!isBegun) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBegun])
  return [text, write] as const
}
