import { createFileRoute } from '@tanstack/react-router'
import { EmailTemplatesPage } from '../../admin/email-templates/EmailTemplatesPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/email-templates')({
  head: titled('Email Templates'),
  component: EmailTemplatesPage,
})
