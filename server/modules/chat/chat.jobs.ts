import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { closeIdleConversations } from './close-conversation.ts'
import {
  deleteExpiredLinks,
  type HistoryLinkRequest,
  SEND_HISTORY_LINK,
  sendHistoryLink,
} from './history.ts'
import { MAIL_REPLIES, type MailRepliesRequest, mailReplies } from './reply-mails.ts'

export const chatJobs = (context: AppContext): Job[] => [
  { name: 'close-idle-chats', every: 'minute', run: () => closeIdleConversations(context) },
  { name: 'forget-chat-links', every: { minute: 23 }, run: () => deleteExpiredLinks(context) },
  {
    name: SEND_HISTORY_LINK,
    run: (request: HistoryLinkRequest) => sendHistoryLink(context, request),
  },
  { name: MAIL_REPLIES, run: (request: MailRepliesRequest) => mailReplies(context, request) },
]
