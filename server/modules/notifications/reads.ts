// What every module may read of this one.
export { hasNewsForDevices, isTeamNotified } from './recipients.ts'
