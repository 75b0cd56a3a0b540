import type { Job } from '#server/platform/jobs.ts'
import type { EncodePicture } from '#server/platform/picture-encoder.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { renditionsJob } from './renditions.ts'
import { unusedFilesJob } from './used-files.ts'

export { UPLOAD_OPERATION } from './describe-upload.ts'
export { encodeAlone } from './encoding-queue.ts'
export { isStoredName, typeOf } from './file-names.ts'
export { readPrintPicture } from './print-picture.ts'
export { readPrivatePicture } from './private-pictures.ts'
export { storePicture } from './receive-file.ts'
export { drawMissingRenditions, forgetRenditions } from './renditions.ts'
export { serveFiles } from './serve-files.ts'
export { serveUploads } from './serve-uploads.ts'
export { countStoredBytes } from './upload-quota.ts'
export {
  claimFiles,
  countFilesInRemoval,
  findFiles,
  findMissingFiles,
  REMOVE_UNUSED_FILES,
  releaseFiles,
  removeAllFilesBut,
  removeUnusedFiles,
} from './used-files.ts'

/** In this process. Loaded when it is first needed: web processes leave pictures to a child. */
export const encodePicture: EncodePicture = async (task) =>
  (await import('./encode-picture.ts')).encodePicture(task)

export const mediaJobs = (context: AppContext): Job[] => [
  renditionsJob(context),
  unusedFilesJob(context),
]
