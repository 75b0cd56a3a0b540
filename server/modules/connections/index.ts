export { readApiKey } from './api-keys.ts'
export { apiKeysRouter, webhooksRouter } from './connections.router.ts'
export { connectionsJobs } from './deliver-webhooks.ts'
