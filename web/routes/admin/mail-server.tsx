import { createFileRoute } from '@tanstack/react-router'
import { MailServerPage } from '../../admin/mail-server/MailServerPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/mail-server')({
  head: headWithTitle('Mail Server'),
  component: MailServerPage,
})
