export { salesExport } from './dashboard.ts'
export { auditLogRouter, insightsRouter, liveRouter } from './insights.router.ts'
