import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminGuard } from '../../admin/kit/AdminGuard.tsx'
import { AdminShell } from '../../admin/kit/AdminShell.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin')({
  head: ({ matches }) => pageHead(matches, 'Admin'),
  component: () => (
    <AdminGuard>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </AdminGuard>
  ),
})
