import { createFileRoute } from '@tanstack/react-router'
import { EmailTemplatesPage } from '../../admin/email-templates/EmailTemplatesPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/email-templates')({
  head: ({ matches }) => pageHead(matches, 'Email Templates'),
  component: EmailTemplatesPage,
})
