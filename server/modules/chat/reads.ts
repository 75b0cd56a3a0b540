// What every module may read of this one.
export { openChats } from './desk.ts'
export { personalDataOf } from './personal-data.ts'
