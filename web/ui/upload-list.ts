import { Store } from '@tanstack/react-store'
import type { UploadProblem, UploadRules } from '#web/lib/upload-file.ts'

export type UploadItem = {
  id: number
  name: string
  /** What is shown while it is sent and after. */
  preview: string
  isVideo: boolean
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** 0 to 1. */
  progress: number
  note?: string
  problem?: UploadProblem
  url?: string
  /** Files that were chosen together. */
  batch: number
}

type ListOptions = {
  rules: Pick<UploadRules, 'problemWith' | 'explain' | 'upload'>
  /** How many more may be added; asked for each file. */
  room: () => number
  tooMany: string
  /** Of files chosen together, those after one that is refused are left out. */
  stopAtFirstBad?: boolean
  onUploaded: (item: UploadItem, url: string) => void
  onProblem: (problem: UploadProblem) => void
  /** Everything that was chosen together has ended. */
  onBatchEnd: (urls: string[]) => void
}

const AT_ONCE = 2

export const isBusy = ({ state }: UploadItem) => state === 'waiting' || state === 'sending'

/** The files that a visitor chose, each sent for itself: one that fails does not touch the others. */
export function createUploadList(options: ListOptions) {
  const { rules } = options
  const items = new Store<readonly UploadItem[]>([])
  const files = new Map<number, File>()
  const sending = new Map<number, AbortController>()
  let lastId = 0
  let lastBatch = 0

  const update = (id: number, change: Partial<UploadItem>) =>
    items.setState((all) => all.map((item) => (item.id === id ? { ...item, ...change } : item)))

  async function send({ id, batch }: UploadItem, file: File) {
    const abort = new AbortController()
    sending.set(id, abort)
    update(id, { state: 'sending', progress: 0, problem: undefined })
    try {
      const { url } = await rules.upload(file, {
        onProgress: (progress, note) => update(id, { progress, note }),
        signal: abort.signal,
      })
      update(id, { state: 'done', progress: 1, note: undefined, url })
      const item = items.state.find((one) => one.id === id)
      if (item) options.onUploaded(item, url)
    } catch (error) {
      if (!abort.signal.aborted) fail(id, batch, rules.explain(file, error))
    } finally {
      sending.delete(id)
      sendNext()
      endBatch(batch)
    }
  }

  function fail(id: number, batch: number, problem: UploadProblem) {
    update(id, { state: 'failed', note: undefined, problem })
    if (options.stopAtFirstBad && !problem.canRetry) {
      items.setState((all) => all.filter((one) => one.batch !== batch || one.state !== 'waiting'))
    }
    options.onProblem(problem)
  }

  function endBatch(batch: number) {
    const together = items.state.filter((item) => item.batch === batch)
    if (together.some(isBusy)) return
    const urls = together.flatMap(({ url }) => url ?? [])
    if (urls.length > 0) options.onBatchEnd(urls)
  }

  function sendNext() {
    const next = items.state.find(({ state }) => state === 'waiting')
    const file = next && files.get(next.id)
    if (!file || sending.size >= AT_ONCE) return
    void send(next, file)
    sendNext()
  }

  function forget({ id, preview }: UploadItem) {
    sending.get(id)?.abort()
    if (files.delete(id)) URL.revokeObjectURL(preview)
  }

  function remove(id: number) {
    for (const item of items.state) if (item.id === id) forget(item)
    items.setState((all) => all.filter((item) => item.id !== id))
  }

  return {
    items,
    /** Cancels it if it is being sent. */
    remove,

    add(chosen: Iterable<File>) {
      const batch = ++lastBatch
      // What could not be uploaded makes place for the next try.
      for (const { id, problem } of items.state) if (problem && !problem.canRetry) remove(id)
      for (const file of chosen) {
        const tooMany = { title: 'Too many files', message: options.tooMany, canRetry: false }
        const problem = rules.problemWith(file) ?? (options.room() > 0 ? undefined : tooMany)
        const item: UploadItem = {
          id: ++lastId,
          batch,
          name: file.name,
          preview: URL.createObjectURL(file),
          isVideo: file.type.startsWith('video/'),
          state: 'waiting',
          progress: 0,
        }
        files.set(item.id, file)
        items.setState((all) => [...all, item])
        if (!problem) continue
        update(item.id, { state: 'failed', problem })
        options.onProblem(problem)
        if (options.stopAtFirstBad) break
      }
      sendNext()
    },

    retry(id: number) {
      update(id, { state: 'waiting', batch: ++lastBatch, problem: undefined, progress: 0 })
      sendNext()
    },

    /** Ends what is being sent; the list is not used again. */
    dispose() {
      items.state.forEach(forget)
    },
  }
}
