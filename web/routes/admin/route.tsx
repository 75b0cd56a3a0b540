import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminGuard } from '../../admin/AdminGuard.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin')({
  head: ({ matches }) => pageHead(matches, 'Admin'),
  component: () => (
    <AdminGuard>
      <Outlet />
    </AdminGuard>
  ),
})
