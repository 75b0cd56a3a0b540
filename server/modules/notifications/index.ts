export { notificationsRouter } from './notifications.router.ts'
export { notificationsJobs } from './send-notifications.ts'
