export { mailJobs } from './mail.jobs.ts'
export { mailsRouter } from './mail.router.ts'
export { personalDataOf } from './mail-log.ts'
export { serveUnsubscribe } from './unsubscribe.ts'
