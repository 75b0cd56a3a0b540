export { salesExport } from './dashboard.ts'
export { auditLogRouter, insightsRouter, liveChanges, taxReportRouter } from './insights.router.ts'
export { taxReportExport } from './tax-report.ts'
