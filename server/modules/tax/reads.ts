// What every module may read of this one.
export { isTaxOn } from './settings.ts'
