import { createFileRoute } from '@tanstack/react-router'
import { CloverPage } from '../../admin/clover/CloverPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/clover')({
  head: titled('Clover Payments'),
  component: CloverPage,
})
