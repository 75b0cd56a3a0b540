export { mailsRouter } from './mail.router.ts'
export { mailJobs } from './mail-jobs.ts'
export { serveUnsubscribe } from './serve-unsubscribe.ts'
