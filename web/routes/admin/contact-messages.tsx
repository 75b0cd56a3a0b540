import { createFileRoute } from '@tanstack/react-router'
import { ContactMessagesPage } from '../../admin/contact-messages/ContactMessagesPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/contact-messages')({
  head: ({ matches }) => pageHead(matches, 'Contact Messages'),
  component: ContactMessagesPage,
})
