import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '../../admin/chat/ChatPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/chat')({
  head: ({ matches }) => pageHead(matches, 'Live Chat'),
  component: ChatPage,
})
