// What every module may read of this one.
export { personalDataOf } from './personal-data.ts'
export { returnsNamed } from './read-returns.ts'
export { areReturnsTaken } from './settings.ts'
