import { useStore } from '@tanstack/react-store'
import { clsx } from 'clsx'
import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import {
  isVideoUrl,
  type UploadProblem,
  type UploadPurpose,
  type UploadTexts,
  uploadRules,
} from '../lib/upload-file.ts'
import { NamedList } from './NamedList.tsx'
import { UploadRow } from './UploadRow.tsx'
import { createUploadList, isBusy, type UploadItem } from './upload-list.ts'
import { useDrop, usePaste } from './upload-sources.ts'

type UploaderProps = {
  purpose: UploadPurpose
  label: string
  /** More for the address that receives the files, such as whose they are. */
  query?: Readonly<Record<string, string>>
  /** The addresses of the uploaded files, in the order shown. */
  value: readonly string[]
  onChange: (urls: string[]) => void
  /** 1: a new file takes the place of the old one, once it is uploaded. */
  maxFiles: number
  /** Default: what the purpose allows. */
  accept?: 'images' | 'images and video'
  hint?: string
  /** Why the form can not be sent with these files. */
  error?: string
  texts?: UploadTexts
  stopAtFirstBad?: boolean
  /** False: the caller shows `value` itself, such as to sort it. */
  listUploaded?: boolean
  onBusyChange?: (busy: boolean) => void
  /** After the last file of those chosen together: the ones that were uploaded. */
  onUploaded?: (urls: string[]) => void
  /** For a screen that also shows a toast. */
  onProblem?: (problem: UploadProblem) => void
}

/**
 * Files by click, drag and drop or paste, sent at once. A controlled field: the form holds the addresses, so it can
 * sort or remove them, and saves them through `claimFiles` on the server. Files that fail never touch `value`.
 *
 *     const [photos, setPhotos] = useState(review.media)
 *     const [isUploading, setUploading] = useState(false)
 *     <Uploader purpose="review" label="Photos or video" maxFiles={5}
 *       value={photos} onChange={setPhotos} onBusyChange={setUploading} />
 *     <Button type="submit" busy={isUploading}>…
 *
 * With react-hook-form: `<Controller render={({ field }) => <Uploader {…} value={field.value} onChange={field.onChange} />} />`.
 * Shopper pages load it with `lazy`. `purpose`, `query`, `accept`, `texts`, `maxFiles` and `stopAtFirstBad` are read once.
 */
export function Uploader(props: UploaderProps) {
  const { label, value, maxFiles, hint, error, listUploaded = true } = props
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  const { list, rules, add, change } = useUploads(props)
  const items = useStore(list.items)
  usePaste(root, add)
  const { isOver, ...dropping } = useDrop(add)

  const busy = items.some(isBusy)
  const report = useEffectEvent((now: boolean) => props.onBusyChange?.(now))
  useEffect(() => report(busy), [busy])

  const rows = rowsOf(value, items).filter(({ state }) => listUploaded || state !== 'done')
  const remove = ({ id: row, url }: UploadItem) => {
    list.remove(row)
    if (url) change((urls) => urls.filter((one) => one !== url))
  }
  const action = actionText(maxFiles, value.length)

  return (
    <fieldset ref={root} className="grid min-w-0 gap-3" {...dropping}>
      <legend id={`${id}-legend`} className="mb-1.5 font-medium text-sm">
        {label}
      </legend>
      <div className="relative">
        <input
          id={id}
          type="file"
          className="peer sr-only"
          accept={rules.types.join(',')}
          multiple={maxFiles > 1}
          aria-labelledby={`${id}-legend ${id}-action`}
          aria-describedby={clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            // The same file can be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        <label
          htmlFor={id}
          className={clsx(
            'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-card border-2 border-dashed px-4 py-5 text-center transition-colors',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-rose peer-focus-visible:outline-offset-2',
            isOver && 'border-rose bg-blush',
            !isOver && (error ? 'border-danger' : 'border-field/60 hover:border-ink'),
          )}
        >
          <ImagePlus aria-hidden="true" className="size-6 text-rose" />
          <span>
            <span
              id={`${id}-action`}
              className="font-medium text-rose underline underline-offset-4"
            >
              {action}
            </span>
            <span className="pointer-coarse:hidden">, drop or paste</span>
          </span>
          {hint && (
            <span id={`${id}-hint`} className="text-quiet text-sm">
              {hint}
            </span>
          )}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
      {rows.length > 0 && (
        <NamedList className="grid gap-2" label={`${label}: chosen files`}>
          {rows.map((item) => (
            <UploadRow
              key={item.id || item.url}
              item={item}
              onRetry={() => list.retry(item.id)}
              onRemove={(button) => {
                focusNeighbour(root.current, button)
                remove(item)
              }}
            />
          ))}
        </NamedList>
      )}
      <p className="sr-only" role="status">
        {announcement(items)}
      </p>
    </fieldset>
  )
}

/** The list of what is being sent, connected to the newest props. */
function useUploads(props: UploaderProps) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [uploads] = useState(() => {
    const { purpose, query, accept, texts, maxFiles, stopAtFirstBad } = props
    const rules = uploadRules(purpose, { query, accept, texts })

    function change(edit: (urls: readonly string[]) => string[]) {
      const value = edit(latest.current.value)
      // A second change may come before the next render.
      latest.current = { ...latest.current, value }
      latest.current.onChange(value)
    }

    const list = createUploadList({
      rules,
      stopAtFirstBad,
      tooMany: `You can add up to ${maxFiles} ${maxFiles === 1 ? 'file' : 'files'}`,
      room: () => {
        const open = list.items.state.filter(
          ({ url, problem }) => !url && problem?.canRetry !== false,
        )
        return maxFiles - open.length - (maxFiles === 1 ? 0 : latest.current.value.length)
      },
      onUploaded: (item, url) =>
        change((urls) => (maxFiles === 1 ? [url] : insertInOrder(urls, item, list.items.state))),
      onProblem: (problem) => latest.current.onProblem?.(problem),
      onBatchEnd: (urls) => latest.current.onUploaded?.(urls),
    })

    function add(files: readonly File[]) {
      if (maxFiles === 1) for (const { id, url } of list.items.state) if (!url) list.remove(id)
      list.add(files)
    }
    return { list, rules, add, change }
  })
  useEffect(() => uploads.list.dispose, [uploads])
  return uploads
}

/** Before those that were chosen later but arrived earlier. */
function insertInOrder(urls: readonly string[], item: UploadItem, items: readonly UploadItem[]) {
  return urls.toSpliced(placeOf(item, urls, items), 0, item.url ?? '')
}

function placeOf(item: UploadItem, urls: readonly string[], items: readonly UploadItem[]) {
  const later = new Set(items.filter(({ id }) => id > item.id).map(({ url }) => url))
  let place = urls.length
  while (place > 0 && later.has(urls[place - 1])) place--
  return place
}

/** The files of the form with those on their way or refused between them, in the order in which they were chosen. */
export function rowsOf(value: readonly string[], items: readonly UploadItem[]): UploadItem[] {
  const known = new Map(items.map((item) => [item.url, item]))
  const open = items.filter(({ state }) => state !== 'done')
  const places = open.map((item) => placeOf(item, value, items))
  const before = (place: number) => open.filter((_, n) => places[n] === place)
  const uploaded = value.flatMap((url, n) => [...before(n), known.get(url) ?? earlier(url, n)])
  return [...uploaded, ...before(value.length)]
}

/** A file that was there when the form opened; ids of new ones begin with 1. */
function earlier(url: string, index: number): UploadItem {
  const isVideo = isVideoUrl(url)
  const name = `${isVideo ? 'Video' : 'Picture'} ${index + 1}`
  return { id: 0, batch: 0, name, url, isVideo, preview: url, state: 'done', progress: 1 }
}

function actionText(maxFiles: number, count: number) {
  if (maxFiles > 1) return 'Choose files'
  return count > 0 ? 'Choose another file' : 'Choose a file'
}

/** Changes when a file ends, not with every percent. */
function announcement(items: readonly UploadItem[]) {
  if (items.length === 0) return ''
  const done = items.filter(({ state }) => state === 'done').length
  const problems = items.flatMap(({ problem }) =>
    problem ? `${problem.title}: ${problem.message}.` : [],
  )
  return [`${done} of ${items.length} files uploaded.`, ...problems].join(' ')
}

/** The button that has the focus goes away with its file: the next one gets it, or the field itself. */
function focusNeighbour(root: HTMLElement | null, button: HTMLElement) {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const target = neighbour?.querySelector<HTMLElement>('button:last-of-type')
  ;(target ?? root?.querySelector<HTMLElement>('input[type=file]'))?.focus()
}
