import { createFileRoute } from '@tanstack/react-router'
import { MailsPage } from '../../admin/mails/MailsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/mails')({
  head: titled('Delivery Log'),
  component: MailsPage,
})
