// What every module may read of this one.
export { readDashboard } from './dashboard.ts'
export { countWaiting } from './figures.ts'
export { lastWhole, rangeOf } from './ranges.ts'
