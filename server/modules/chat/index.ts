export { cannedRepliesRouter } from './canned-replies.ts'
export { personalDataOf } from './personal-data.ts'
