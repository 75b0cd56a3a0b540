import { createFileRoute } from '@tanstack/react-router'
import { ChangesPage } from '../../admin/changes/ChangesPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/changes')({
  head: ({ matches }) => pageHead(matches, 'Who changed what'),
  component: ChangesPage,
})
