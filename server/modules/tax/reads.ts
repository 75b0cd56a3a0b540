// What every module may read of this one.
export { stateTaxes } from './find-rates.ts'
export { isTaxOn } from './settings.ts'
