export { ownershipRouter } from './ownership.router.ts'
