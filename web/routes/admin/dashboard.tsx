import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../../admin/dashboard/DashboardPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/dashboard')({
  head: titled('Dashboard'),
  component: DashboardPage,
})
