export { mailJobs } from './mail.jobs.ts'
export { mailsRouter } from './mail.router.ts'
export { serveUnsubscribe } from './unsubscribe.ts'
