export { salesExport } from './dashboard.ts'
export { auditLogRouter, insightsRouter, liveChanges } from './insights.router.ts'
