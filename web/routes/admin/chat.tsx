import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '../../admin/chat/ChatPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/chat')({
  head: titled('Live Chat'),
  component: ChatPage,
})
