export { serveFiles } from './serve-files.ts'
export { drawMissingVariants, mediaJobs } from './variants.ts'
