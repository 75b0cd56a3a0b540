import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminGuard } from '../../admin/kit/AdminGuard.tsx'
import { AdminShell } from '../../admin/kit/AdminShell.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin')({
  head: titled('Admin'),
  component: () => (
    <AdminGuard>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </AdminGuard>
  ),
})
