// What every module may read of this one.
export { addressesOfTeam, profileOf } from './profiles.ts'
export { deviceName } from './sessions.ts'
