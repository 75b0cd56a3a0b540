import { createFileRoute } from '@tanstack/react-router'
import { CloverPage } from '../../admin/clover/CloverPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/clover')({
  head: ({ matches }) => pageHead(matches, 'Clover Payments'),
  component: CloverPage,
})
