import { createFileRoute } from '@tanstack/react-router'
import { MailServerPage } from '../../admin/mail-server/MailServerPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/mail-server')({
  head: ({ matches }) => pageHead(matches, 'Mail Server'),
  component: MailServerPage,
})
