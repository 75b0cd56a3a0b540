import { useStore } from '@tanstack/react-store'
import { clsx } from 'clsx'
import { ImagePlus, RotateCcw, X } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import {
  createUploadList,
  type UploadItem,
  type UploadRules,
  uploadedItems,
} from './upload-list.ts'

type UploaderProps = UploadRules & {
  label: string
  hint?: string
  /** Media types for the file chooser. */
  accept: readonly string[]
  /** What was uploaded earlier; read once. */
  initial?: Parameters<typeof uploadedItems>[0]
  /** The addresses of what has been uploaded, in the order shown; busy while anything is on its way. */
  onChange: (urls: string[], status: { busy: boolean }) => void
}

/**
 * Files by click, drag and drop or paste, sent at once. Loaded where it is used (`lazy`), not with the page.
 * It is no part of the form's data: what was typed beside it stays, whatever happens to a file.
 */
export function Uploader({ label, hint, accept, initial, onChange, ...rules }: UploaderProps) {
  const [list] = useState(() => createUploadList(rules, uploadedItems(initial ?? [])))
  const items = useStore(list.items)
  const root = useRef<HTMLFieldSetElement>(null)
  const id = useId()

  const report = useEffectEvent(onChange)
  useEffect(() => {
    const urls = items.flatMap(({ url }) => url ?? [])
    const busy = items.some(({ state }) => state === 'waiting' || state === 'sending')
    report(urls, { busy })
  }, [items])
  useEffect(() => list.dispose, [list])
  usePaste(root, list.add)
  const { isOver, ...dropping } = useDrop(list.add)

  return (
    <fieldset ref={root} className="grid min-w-0 gap-3" {...dropping}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="relative">
        <input
          id={id}
          type="file"
          className="peer sr-only"
          accept={accept.join(',')}
          multiple={rules.max > 1}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            list.add(event.target.files ?? [])
            // The same file can be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        <label
          htmlFor={id}
          className={clsx(
            'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-card border-2 border-dashed px-4 py-5 text-center transition-colors',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-rose peer-focus-visible:outline-offset-2',
            isOver ? 'border-rose bg-blush' : 'border-field/60 hover:border-ink',
          )}
        >
          <ImagePlus aria-hidden="true" className="size-6 text-rose" />
          <span>
            <span className="font-medium text-rose underline underline-offset-4">Choose files</span>
            <span className="hidden sm:inline">, drop them here or paste</span>
          </span>
          {hint && (
            <span id={`${id}-hint`} className="text-quiet text-sm">
              {hint}
            </span>
          )}
        </label>
      </div>
      {items.length > 0 && (
        <ul className="grid gap-2" aria-label={`${label}: chosen files`}>
          {items.map((item) => (
            <FileRow key={item.id} item={item} onRetry={list.retry} onRemove={list.remove} />
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {announcement(items)}
      </p>
    </fieldset>
  )
}

type FileRowProps = {
  item: UploadItem
  onRetry: (id: number) => void
  onRemove: (id: number) => void
}

function FileRow({ item, onRetry, onRemove }: FileRowProps) {
  const { id, name, state, progress, error } = item
  const isBusy = state === 'waiting' || state === 'sending'
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-paper p-2">
      <Preview item={item} />
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="truncate text-sm">{name}</span>
        {isBusy && (
          <progress className="upload-progress" aria-label={`Uploading ${name}`} value={progress}>
            {Math.round(progress * 100)}%
          </progress>
        )}
        {state === 'done' && <span className="text-leaf text-sm">Uploaded</span>}
        {error && <span className="break-words font-medium text-danger text-sm">{error}</span>}
      </div>
      {state === 'failed' && item.canRetry && (
        <Button
          look="ghost"
          size="icon"
          aria-label={`Try ${name} again`}
          onClick={() => onRetry(id)}
        >
          <RotateCcw aria-hidden="true" className="size-5" />
        </Button>
      )}
      <Button
        look="quiet"
        size="icon"
        aria-label={`${isBusy ? 'Cancel' : 'Remove'} ${name}`}
        onClick={() => onRemove(id)}
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </li>
  )
}

function Preview({ item: { preview, isVideo, state, canRetry } }: { item: UploadItem }) {
  const shape = 'size-14 shrink-0 rounded-field bg-blush object-cover'
  // What is not an image can not be shown as one.
  if (state === 'failed' && !canRetry) return <span className={shape} />
  if (isVideo) return <video className={shape} src={preview} muted playsInline preload="metadata" />
  return <img className={shape} src={preview} alt="" />
}

/** Changes when a file ends, not with every percent. */
function announcement(items: readonly UploadItem[]) {
  if (items.length === 0) return ''
  const done = items.filter(({ state }) => state === 'done').length
  const errors = items.flatMap(({ error }) => error ?? [])
  return [`${done} of ${items.length} files uploaded.`, ...errors].join(' ')
}

function useDrop(add: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      add(event.dataTransfer.files)
    },
  }
}

/** Files that are pasted into the form around it, or while nothing has the focus. */
function usePaste(root: { current: HTMLElement | null }, add: (files: Iterable<File>) => void) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files
      const area = root.current?.closest('form') ?? root.current
      const isHere = event.target === document.body || area?.contains(event.target as Node)
      if (!files?.length || !isHere) return
      event.preventDefault()
      add(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [root, add])
}
