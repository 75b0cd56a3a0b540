import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../../admin/dashboard/DashboardPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/dashboard')({
  head: ({ matches }) => pageHead(matches, 'Dashboard'),
  component: DashboardPage,
})
