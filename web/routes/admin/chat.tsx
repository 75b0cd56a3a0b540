import { createFileRoute } from '@tanstack/react-router'
import type { ChatQuery } from '#contract/chat-desk.ts'
import { ChatPage } from '../../admin/chat/ChatPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/chat')({
  validateSearch: declareSearch<ChatQuery & { conversation?: string | undefined }>(),
  head: headWithTitle('Live Chat'),
  component: ChatPage,
})
