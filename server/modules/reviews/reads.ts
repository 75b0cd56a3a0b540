// What every module may read of this one.
export { personalDataOf, votesOf } from './personal-data.ts'
