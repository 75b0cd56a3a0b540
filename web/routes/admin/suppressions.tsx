import { createFileRoute } from '@tanstack/react-router'
import { SuppressionsPage } from '../../admin/suppressions/SuppressionsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/suppressions')({
  head: titled('Suppression List'),
  component: SuppressionsPage,
})
