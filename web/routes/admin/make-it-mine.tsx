import { createFileRoute } from '@tanstack/react-router'
import { MakeItMinePage } from '../../admin/ownership/MakeItMinePage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/make-it-mine')({
  head: ({ matches }) => pageHead(matches, 'Make It Mine'),
  component: MakeItMinePage,
})
