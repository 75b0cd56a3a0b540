import { type DragEvent, type RefObject, useEffect, useState } from 'react'

type Add = (files: readonly File[]) => void

/** Handlers for the element onto which files can be dropped. */
export function useDrop(add: Add) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    document.addEventListener('dragover', refuseFiles)
    document.addEventListener('drop', refuseFiles)
    return () => {
      document.removeEventListener('dragover', refuseFiles)
      document.removeEventListener('drop', refuseFiles)
    }
  }, [])
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // The event is also fired between the elements inside.
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      add([...event.dataTransfer.files])
    },
  }
}

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true

/** A file dropped beside the field would open in place of the page, and what was typed would be lost. */
function refuseFiles(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Files that are pasted into the form around it, or while nothing has the focus. */
export function usePaste(root: RefObject<HTMLElement | null>, add: Add) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      const area = root.current?.closest('form') ?? root.current
      const isHere = event.target === document.body || area?.contains(event.target as Node)
      // Of several uploaders on a page, the first takes it.
      if (!files?.length || !isHere || event.defaultPrevented) return
      event.preventDefault()
      add([...files])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [root, add])
}
