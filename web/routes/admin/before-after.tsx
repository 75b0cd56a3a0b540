import { createFileRoute } from '@tanstack/react-router'
import { BeforeAfterPage } from '../../admin/stories/BeforeAfterPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/before-after')({
  head: ({ matches }) => pageHead(matches, 'Before & After'),
  component: BeforeAfterPage,
})
