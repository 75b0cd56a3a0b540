import { createFileRoute } from '@tanstack/react-router'
import type { MailQuery } from '#contract/mail.ts'
import { MailsPage } from '../../admin/mails/MailsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/mails')({
  validateSearch: declareSearch<MailQuery>(),
  head: headWithTitle('Delivery Log'),
  component: MailsPage,
})
