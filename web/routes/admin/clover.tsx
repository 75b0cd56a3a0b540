import { createFileRoute } from '@tanstack/react-router'
import { CloverPage } from '../../admin/clover/CloverPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/clover')({
  head: headWithTitle('Clover Payments'),
  component: CloverPage,
})
