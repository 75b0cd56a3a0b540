import { clsx } from 'clsx'
import { FileX, RotateCcw, X } from 'lucide-react'
import { Button } from './Button.tsx'
import { Picture } from './Picture.tsx'
import { isBusy, type UploadItem } from './upload-list.ts'

type UploadRowProps = {
  item: UploadItem
  onRetry: () => void
  onRemove: (button: HTMLElement) => void
}

/** One file of an uploader: preview, name, progress or problem, and what can be done about it. */
export function UploadRow({ item, onRetry, onRemove }: UploadRowProps) {
  const { name, state, problem } = item
  return (
    <li
      className={clsx(
        'flex items-center gap-3 rounded-card border bg-paper p-2',
        problem ? 'border-danger/40' : 'border-line',
      )}
    >
      <Preview item={item} />
      <div className="grid min-w-0 flex-1 gap-1 text-sm">
        {problem ? (
          <>
            <span className="font-medium text-danger">{problem.title}</span>
            {problem.canRetry && <span className="truncate text-quiet">{name}</span>}
            <span className="break-words">{problem.message}</span>
          </>
        ) : (
          <span className="truncate" title={name}>
            {name}
          </span>
        )}
        {isBusy(item) && <Progress item={item} />}
        {state === 'done' && item.id > 0 && <span className="text-leaf">Uploaded</span>}
      </div>
      {problem?.canRetry && (
        <Button
          look="soft"
          size="icon"
          aria-label={`Try ${name} again`}
          onClick={(event) => {
            // This button goes away; the one beside it then cancels.
            event.currentTarget.parentElement
              ?.querySelector<HTMLElement>('button:last-of-type')
              ?.focus()
            onRetry()
          }}
        >
          <RotateCcw aria-hidden="true" className="size-5" />
        </Button>
      )}
      <Button
        look="quiet"
        size="icon"
        aria-label={`${isBusy(item) ? 'Cancel' : 'Remove'} ${name}`}
        onClick={(event) => onRemove(event.currentTarget)}
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </li>
  )
}

function Progress({ item: { name, state, progress, note } }: { item: UploadItem }) {
  const percent = Math.round(progress * 100)
  const words = state === 'waiting' ? 'Waiting…' : (note ?? `${percent}%`)
  return (
    <span className="flex items-center gap-3">
      <progress className="upload-progress" aria-label={`Uploading ${name}`} value={progress}>
        {percent}%
      </progress>
      <span aria-hidden="true" className="shrink-0 text-quiet text-xs tabular-nums">
        {words}
      </span>
    </span>
  )
}

function Preview({ item: { preview, isVideo, problem } }: { item: UploadItem }) {
  const shape = 'size-14 shrink-0 rounded-field bg-blush object-cover'
  // What is not an image can not be shown as one.
  if (problem?.canRetry === false) {
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-field bg-danger-tint text-danger">
        <FileX aria-hidden="true" className="size-6" />
      </span>
    )
  }
  // Without a time, phones show nothing before it plays.
  if (isVideo)
    return <video className={shape} src={`${preview}#t=0.1`} muted playsInline preload="metadata" />
  return <Picture src={preview} alt="" sizes="56px" className={shape} />
}
