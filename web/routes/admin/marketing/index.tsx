import { createFileRoute } from '@tanstack/react-router'
import { MarketingPage } from '../../../admin/marketing/MarketingPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/marketing/')({
  head: titled('Marketing Emails'),
  component: MarketingPage,
})
