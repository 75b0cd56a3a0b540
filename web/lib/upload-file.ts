import { ORPCError } from '@orpc/client'
import {
  IMAGE_TYPES,
  isVideoUrl,
  LARGEST_IMAGE_BYTES,
  LARGEST_VIDEO_BYTES,
  MOST_MEGAPIXELS,
  UPLOAD_PATH,
  UPLOAD_RULES,
  type UploadedFile,
  type UploadPurpose,
  VIDEO_TYPES,
} from '#contract/media.ts'
import { errorMessage, hasErrorCode } from './errors.ts'

export { isVideoUrl, type UploadPurpose }

export type UploadOptions = {
  /** 0 to 1; the note says what it waits for when that is not the connection. */
  onProgress: (share: number, note?: string) => void
  signal: AbortSignal
}

/** What is shown of a file that was not uploaded. */
export type UploadProblem = {
  title: string
  message: string
  /** False when the same file would be refused again. */
  canRetry: boolean
}

/** Words that a screen may choose; a screen that leaves one out gets ours. */
export type UploadTexts = Partial<Record<'notAccepted' | 'tooLarge' | 'failed', Words>>
type Words = (file: File) => { title: string; message: string }

type Query = Readonly<Record<string, string>>
type RuleOptions = { query?: Query; accept?: 'images' | 'images and video'; texts?: UploadTexts }

/** What the uploader needs to know of a purpose. */
export function uploadRules(purpose: UploadPurpose, { query, accept, texts }: RuleOptions = {}) {
  const video = UPLOAD_RULES[purpose].video && accept !== 'images'
  const types: readonly string[] = video ? [...IMAGE_TYPES, ...VIDEO_TYPES] : IMAGE_TYPES
  const words = { ...defaultTexts(video), ...texts }

  const refused = (given: Words, file: File): UploadProblem => ({ ...given(file), canRetry: false })

  /** The server decides by content; this spares the visitor an upload that would be refused. */
  function problemWith(file: File): UploadProblem | undefined {
    // Some systems know no type for a file; its content may still be fine.
    if (file.type !== '' && !types.includes(file.type)) return refused(words.notAccepted, file)
    const largest = isVideo(file) ? LARGEST_VIDEO_BYTES : LARGEST_IMAGE_BYTES
    return file.size > largest ? refused(words.tooLarge, file) : undefined
  }

  function explain(file: File, error: unknown): UploadProblem {
    if (hasErrorCode(error, 'NOT_AN_IMAGE') || hasErrorCode(error, 'NOT_A_MEDIA_FILE')) {
      return refused(words.notAccepted, file)
    }
    if (hasErrorCode(error, 'FILE_TOO_LARGE')) return refused(words.tooLarge, file)
    if (hasErrorCode(error, 'TOO_MANY_PIXELS')) return refused(tooManyPixels, file)
    if (hasErrorCode(error, 'SIDE_TOO_LONG')) {
      return { title: 'Image too large', message: error.message, canRetry: false }
    }
    const { title, message } = words.failed(file)
    if (hasErrorCode(error, 'UPLOADS_BUSY') || hasErrorCode(error, 'STORAGE_FULL'))
      return { title, message: error.message, canRetry: true }
    return { title, message: errorMessage(error, message), canRetry: true }
  }

  return {
    types,
    problemWith,
    explain,
    upload: (file: File, options: UploadOptions) =>
      uploadFile({ ...query, purpose }, file, options),
  }
}

export type UploadRules = ReturnType<typeof uploadRules>

const isVideo = (file: File) => file.type.startsWith('video/')

const defaultTexts = (video: boolean): Required<UploadTexts> => ({
  notAccepted: ({ name }) => ({
    title: 'Invalid file',
    message: `${name} is not an image${video ? ' or a video (MP4 or WebM)' : ''}`,
  }),
  tooLarge: (file) => ({
    title: 'File too large',
    message: `File "${file.name}" is larger than ${isVideo(file) ? 25 : 5}MB`,
  }),
  failed: () => ({
    title: 'Upload failed',
    message: 'The file could not be uploaded. Please try again.',
  }),
})

const tooManyPixels: Words = ({ name }) => ({
  title: 'Image too large',
  message: `File "${name}" has more than ${MOST_MEGAPIXELS} megapixels`,
})

const MOST_ATTEMPTS = 12

/** Sends again, after the time that the server asked for, what it was too busy to take. */
export async function whileBusy<Result>(
  send: () => Promise<Result>,
  wait: (seconds: number) => Promise<void>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!hasErrorCode(error, 'UPLOADS_BUSY') || attempt === MOST_ATTEMPTS) throw error
      await wait(retryAfter.get(error) ?? 5)
    }
  }
}

/** In seconds, of the answers that have the header. */
const retryAfter = new WeakMap<object, number>()

function uploadFile(query: Query, file: File, options: UploadOptions) {
  return whileBusy(
    () => sendFile(query, file, options),
    (seconds) => {
      options.onProgress(0, 'Waiting…')
      // Not all of them at the same moment.
      return pause(seconds * (0.75 + Math.random() / 2), options.signal)
    },
  )
}

const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** XMLHttpRequest, since fetch says nothing about the progress of an upload. */
function sendFile(query: Query, file: File, { onProgress, signal }: UploadOptions) {
  return new Promise<UploadedFile>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', `${UPLOAD_PATH}?${new URLSearchParams(query)}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.upload.onload = () => onProgress(1, 'Processing…')
    request.onload = () => {
      if (request.status === 200) resolve(request.response)
      else reject(asError(request))
    }
    // The type that fetch rejects with when there is no connection.
    request.onerror = () => reject(new TypeError('The upload was interrupted'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function asError(request: XMLHttpRequest) {
  const body: { code?: string; message?: string; data?: unknown } | null = request.response
  const error = new ORPCError(body?.code ?? 'ERROR', {
    status: request.status,
    message: body?.message,
    data: body?.data,
  })
  const seconds = Number(request.getResponseHeader('retry-after'))
  if (seconds > 0) retryAfter.set(error, seconds)
  return error
}
