import { createFileRoute } from '@tanstack/react-router'
import { MarketingPage } from '../../../admin/marketing/MarketingPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/marketing/')({
  head: ({ matches }) => pageHead(matches, 'Marketing Emails'),
  component: MarketingPage,
})
