import { createFileRoute } from '@tanstack/react-router'
import { EmailTemplatesPage } from '../../admin/email-templates/EmailTemplatesPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/email-templates')({
  validateSearch: declareSearch<{ tab?: string }>(),
  head: headWithTitle('Email Templates'),
  component: EmailTemplatesPage,
})
