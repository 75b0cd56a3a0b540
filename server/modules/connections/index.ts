export { readApiKey } from './api-keys.ts'
export { apiKeysRouter } from './connections.router.ts'
