import { createFileRoute } from '@tanstack/react-router'
import { MailServerPage } from '../../admin/mail-server/MailServerPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/mail-server')({
  head: titled('Mail Server'),
  component: MailServerPage,
})
