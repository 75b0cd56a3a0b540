import { createFileRoute } from '@tanstack/react-router'
import { ContactMessagesPage } from '../../admin/contact-messages/ContactMessagesPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/contact-messages')({
  head: titled('Contact Messages'),
  component: ContactMessagesPage,
})
