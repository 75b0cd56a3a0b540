import { ORPCError } from '@orpc/client'
import {
  IMAGE_TYPES,
  LARGEST_IMAGE_BYTES,
  LARGEST_VIDEO_BYTES,
  UPLOAD_PATH,
  UPLOAD_RULES,
  type UploadedFile,
  type UploadPurpose,
  VIDEO_TYPES,
} from '#contract/media.ts'
import { errorMessage, hasErrorCode } from './errors.ts'

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

/** What the uploader needs to know of a purpose. */
export const uploadRules = (purpose: UploadPurpose) => ({
  accept: UPLOAD_RULES[purpose].video ? [...IMAGE_TYPES, ...VIDEO_TYPES] : [...IMAGE_TYPES],
  problemWith: (file: File) => problemWith(purpose, file),
  upload: (file: File, options: Options) =>
    uploadFile(purpose, file, options).catch((error) => {
      throw new Error(explain(purpose, file, error))
    }),
})

const isVideo = (file: File) => file.type.startsWith('video/')

const notAnImage = (purpose: UploadPurpose, file: File) =>
  UPLOAD_RULES[purpose].video
    ? `${file.name} is not an image or a video (MP4 or WebM)`
    : `${file.name} is not an image`

const tooLarge = (file: File) => `File "${file.name}" is larger than ${isVideo(file) ? 25 : 5}MB`

/** The server decides by content; this spares the visitor an upload that would be refused. */
function problemWith(purpose: UploadPurpose, file: File) {
  const types: string[] = uploadRules(purpose).accept
  // Some systems know no type for a file; its content may still be fine.
  if (file.type !== '' && !types.includes(file.type)) return notAnImage(purpose, file)
  const largest = isVideo(file) ? LARGEST_VIDEO_BYTES : LARGEST_IMAGE_BYTES
  return file.size > largest ? tooLarge(file) : undefined
}

function explain(purpose: UploadPurpose, file: File, error: unknown) {
  if (hasErrorCode(error, 'NOT_AN_IMAGE') || hasErrorCode(error, 'NOT_A_MEDIA_FILE')) {
    return notAnImage(purpose, file)
  }
  if (hasErrorCode(error, 'FILE_TOO_LARGE')) return tooLarge(file)
  return errorMessage(error, 'The file could not be uploaded. Please try again.')
}

/** XMLHttpRequest, since fetch says nothing about the progress of an upload. */
function uploadFile(purpose: UploadPurpose, file: File, { onProgress, signal }: Options) {
  return new Promise<UploadedFile>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${UPLOAD_PATH}?purpose=${purpose}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) resolve(request.response)
      else reject(asError(request.status, request.response))
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

function asError(status: number, body: { code?: string; message?: string; data?: unknown } | null) {
  return new ORPCError(body?.code ?? 'ERROR', { status, message: body?.message, data: body?.data })
}
