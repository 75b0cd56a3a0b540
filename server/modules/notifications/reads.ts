// What every module may read of this one.
export { isTeamNotified } from './recipients.ts'
