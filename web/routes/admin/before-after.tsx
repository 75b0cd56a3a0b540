import { createFileRoute } from '@tanstack/react-router'
import { BeforeAfterPage } from '../../admin/stories/BeforeAfterPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/before-after')({
  head: titled('Before & After'),
  component: BeforeAfterPage,
})
