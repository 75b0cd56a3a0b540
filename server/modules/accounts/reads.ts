// What every module may read of this one.
export { addressesOfTeam, profileOf, profilesNamed, standingOf } from './profiles.ts'
export { deviceName } from './sessions.ts'
