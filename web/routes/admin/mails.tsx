import { createFileRoute } from '@tanstack/react-router'
import { MailsPage } from '../../admin/mails/MailsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/mails')({
  head: ({ matches }) => pageHead(matches, 'Delivery Log'),
  component: MailsPage,
})
