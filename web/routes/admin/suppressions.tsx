import { createFileRoute } from '@tanstack/react-router'
import { SuppressionsPage } from '../../admin/suppressions/SuppressionsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/suppressions')({
  head: ({ matches }) => pageHead(matches, 'Suppression List'),
  component: SuppressionsPage,
})
