import { Store } from '@tanstack/react-store'

export type UploadedFile = { url: string }

export type UploadItem = {
  id: number
  name: string
  /** What is shown while it is sent and after. */
  preview: string
  isVideo: boolean
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** 0 to 1. */
  progress: number
  error?: string
  /** A file that can not be accepted stays refused. */
  canRetry: boolean
  url?: string
}

export type UploadOptions = { onProgress: (share: number) => void; signal: AbortSignal }

export type UploadRules = {
  /** Sends one file; rejects with an Error whose message can be shown. */
  upload: (file: File, options: UploadOptions) => Promise<UploadedFile>
  /** Why a file is not even sent. */
  problemWith: (file: File) => string | undefined
  max: number
  tooMany: string
}

const AT_ONCE = 2

/** The files that a visitor chose, each sent for itself: one that fails does not touch the others. */
export function createUploadList(rules: UploadRules, initial: readonly UploadItem[] = []) {
  const items = new Store<readonly UploadItem[]>(initial)
  const files = new Map<number, File>()
  const sending = new Map<number, AbortController>()
  let lastId = Math.max(0, ...initial.map(({ id }) => id))

  const update = (id: number, change: Partial<UploadItem>) =>
    items.setState((all) => all.map((item) => (item.id === id ? { ...item, ...change } : item)))

  async function send(id: number, file: File) {
    const abort = new AbortController()
    sending.set(id, abort)
    update(id, { state: 'sending', progress: 0, error: undefined })
    try {
      const onProgress = (progress: number) => update(id, { progress })
      const { url } = await rules.upload(file, { onProgress, signal: abort.signal })
      update(id, { state: 'done', progress: 1, url })
    } catch (error) {
      update(id, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
    } finally {
      sending.delete(id)
      sendNext()
    }
  }

  function sendNext() {
    const next = items.state.find(({ state }) => state === 'waiting')
    const file = next && files.get(next.id)
    if (!file || sending.size >= AT_ONCE) return
    void send(next.id, file)
    sendNext()
  }

  function forget(id: number) {
    sending.get(id)?.abort()
    const item = items.state.find((one) => one.id === id)
    if (item && files.delete(id)) URL.revokeObjectURL(item.preview)
  }

  return {
    items,

    add(chosen: Iterable<File>) {
      for (const file of chosen) {
        const id = ++lastId
        const accepted = items.state.filter(({ state }) => state !== 'failed').length
        const error = rules.problemWith(file) ?? (accepted >= rules.max ? rules.tooMany : undefined)
        files.set(id, file)
        const item: UploadItem = {
          id,
          name: file.name,
          preview: URL.createObjectURL(file),
          isVideo: file.type.startsWith('video/'),
          state: error ? 'failed' : 'waiting',
          progress: 0,
          error,
          canRetry: !error,
        }
        items.setState((all) => [...all, item])
      }
      sendNext()
    },

    retry(id: number) {
      update(id, { state: 'waiting', error: undefined, progress: 0 })
      sendNext()
    },

    /** Cancels it if it is being sent. */
    remove(id: number) {
      forget(id)
      items.setState((all) => all.filter((item) => item.id !== id))
    },

    /** Ends what is being sent; the list is not used again. */
    dispose() {
      for (const { id } of items.state) forget(id)
    },
  }
}

/** Files that were uploaded earlier, such as those of a review that is edited. */
export const uploadedItems = (
  earlier: readonly { url: string; name: string; isVideo: boolean }[],
): UploadItem[] =>
  earlier.map(({ url, name, isVideo }, index) => ({
    id: index + 1,
    ...{ name, url, isVideo, preview: url, canRetry: false },
    state: 'done',
    progress: 1,
  }))
