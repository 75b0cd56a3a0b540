export { mailJobs } from './mail.jobs.ts'
export {
  mailFunctionsRouter,
  mailSettingsRouter,
  mailsRouter,
  mailTemplatesRouter,
} from './mail.router.ts'
export { personalDataOf, statusesOf } from './mail-log.ts'
export { hasMailServer } from './mail-settings.ts'
export { consentsOf } from './marketing-consent.ts'
export { serveUnsubscribe } from './unsubscribe.ts'
