import { createFileRoute } from '@tanstack/react-router'
import type { ContactQuery } from '#contract/contact-messages.ts'
import { ContactMessagesPage } from '../../admin/contact-messages/ContactMessagesPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/contact-messages')({
  validateSearch: declareSearch<ContactQuery & { message?: string | undefined }>(),
  head: headWithTitle('Contact Messages'),
  component: ContactMessagesPage,
})
