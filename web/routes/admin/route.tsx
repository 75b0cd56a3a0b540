import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminGuard } from '../../admin/kit/AdminGuard.tsx'
import { AdminShell } from '../../admin/kit/AdminShell.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin')({
  staticData: { ignoresSearch: true },
  head: (context) => ({
    ...headWithTitle('Admin')(context),
    links: [
      { rel: 'manifest', href: '/admin.webmanifest' },
      { rel: 'apple-touch-icon', href: '/back-office-192.png' },
    ],
  }),
  component: () => (
    <AdminGuard>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </AdminGuard>
  ),
})
