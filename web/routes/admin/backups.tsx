import { createFileRoute } from '@tanstack/react-router'
import { BackupsPage } from '../../admin/backups/BackupsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/backups')({
  head: ({ matches }) => pageHead(matches, 'Backups'),
  component: BackupsPage,
})
