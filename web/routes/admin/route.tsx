import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminGuard } from '../../admin/AdminGuard.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin')({
  head: ({ matches }) => {
    const { meta } = pageHead(matches, 'Admin')
    return { meta: [...meta, { name: 'robots', content: 'noindex' }] }
  },
  component: () => (
    <AdminGuard>
      <Outlet />
    </AdminGuard>
  ),
})
