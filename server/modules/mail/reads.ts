// What every module may read of this one.
export { failedMails, personalDataOf, statusesOf } from './mail-log.ts'
