import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../../admin/notifications/NotificationsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/notifications')({
  head: ({ matches }) => pageHead(matches, 'Notifications'),
  component: NotificationsPage,
})
