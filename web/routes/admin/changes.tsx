import { createFileRoute } from '@tanstack/react-router'
import { ChangesPage } from '../../admin/changes/ChangesPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/changes')({
  head: titled('Who changed what'),
  component: ChangesPage,
})
