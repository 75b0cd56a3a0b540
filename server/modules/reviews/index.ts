export { personalDataOf } from './personal-data.ts'
