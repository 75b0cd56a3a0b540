import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { unusedFilesJob } from './used-files.ts'
import { variantsJob } from './variants.ts'

export { UPLOAD_OPERATION } from './describe-upload.ts'
export { findMissingFiles } from './missing-files.ts'
export { serveFiles } from './serve-files.ts'
export { serveUploads } from './serve-uploads.ts'
export { claimFiles, findFiles, releaseFiles } from './used-files.ts'
export { drawMissingVariants } from './variants.ts'

export const mediaJobs = (context: AppContext): Job[] => [
  variantsJob(context),
  unusedFilesJob(context),
]
