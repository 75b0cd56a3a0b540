import { createFileRoute } from '@tanstack/react-router'
import { BeforeAfterPage } from '../../admin/stories/BeforeAfterPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/before-after')({
  head: headWithTitle('Before & After'),
  component: BeforeAfterPage,
})
