// What every module may read of this one.
export { lastFailure } from './backup-state.ts'
export { openProblems } from './problems.ts'
