export { auditLogRouter, liveRouter } from './insights.router.ts'
