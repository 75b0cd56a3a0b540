import { implement } from '@orpc/server'
import { chat, chatFunctions } from '#contract/chat.ts'
import { chat_conversations } from '#contract/chat-desk.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { chatFeedOf } from './chat-feed.ts'
import { closeAsAdmin, closeAsCustomer } from './close-conversation.ts'
import { readSummary } from './conversations.ts'
import {
  markReadByCustomer,
  readOwnThread,
  setContext,
  setCustomerTyping,
  setFollowUp,
} from './customer-side.ts'
import {
  listConversations,
  markReadByTeam,
  readConversation,
  readDeskThread,
  setAgentTyping,
} from './desk.ts'
import { openLink, readHistory, requestHistoryLink } from './history.ts'
import { renewAgent } from './presence.ts'
import { notifyNewChat, readAvailability, startConversation } from './start-conversation.ts'
import { reply, sendMessage } from './write-messages.ts'

const api = implement({ chat, chat_conversations, functions: chatFunctions })
  .$context<RequestContext>()
  .use(guard)

const DONE = { done: true } as const
const done = async (work: Promise<unknown>) => {
  await work
  return DONE
}

export const chatRouter = {
  availability: api.chat.availability.handler(({ context }) => readAvailability(context)),
  start: api.chat.start.handler(({ context, input }) => startConversation(context, input)),
  thread: api.chat.thread.handler(({ context, input }) => readOwnThread(context, input)),
  answer_heartbeat: api.chat.answer_heartbeat.handler(({ context, input }) => {
    chatFeedOf(context).renewCustomer(input.connection_id)
    return DONE
  }),
  send: api.chat.send.handler(({ context, input }) => sendMessage(context, input)),
  set_typing: api.chat.set_typing.handler(({ context, input }) =>
    done(setCustomerTyping(context, input)),
  ),
  set_context: api.chat.set_context.handler(({ context, input }) =>
    done(setContext(context, input)),
  ),
  mark_read: api.chat.mark_read.handler(({ context, input }) =>
    done(markReadByCustomer(context, input)),
  ),
  set_follow_up: api.chat.set_follow_up.handler(({ context, input }) =>
    done(setFollowUp(context, input)),
  ),
  close: api.chat.close.handler(({ context, input }) => done(closeAsCustomer(context, input))),
  history: api.chat.history.handler(({ context, input }) => readHistory(context, input)),
  request_history_link: api.chat.request_history_link.handler(async ({ context, input }) => {
    await requestHistoryLink(context, input)
    return { requested: true }
  }),
  open_link: api.chat.open_link.handler(({ context, input }) => openLink(context, input.token)),
}

export const chatFunctionsRouter = {
  notify_new_chat: api.functions.notify_new_chat.handler(({ context, input }) =>
    done(notifyNewChat(context, input)),
  ),
}

export const chatConversationsRouter = {
  list: api.chat_conversations.list.handler(({ context, input }) =>
    listConversations(context, input),
  ),
  get: api.chat_conversations.get.handler(({ context, input }) =>
    readConversation(context, input.id),
  ),
  messages: api.chat_conversations.messages.handler(({ context, input }) =>
    readDeskThread(context.db, input),
  ),
  reply: api.chat_conversations.reply.handler(({ context, input }) => reply(context, input)),
  set_typing: api.chat_conversations.set_typing.handler(({ context, input }) =>
    done(setAgentTyping(context, input)),
  ),
  mark_read: api.chat_conversations.mark_read.handler(({ context, input }) =>
    markReadByTeam(context, input),
  ),
  set_status: api.chat_conversations.set_status.handler(async ({ context, input }) => {
    await closeAsAdmin(context.db, input.id, await changedBy(context))
    return chatFeedOf(context).withTyping(await readSummary(context.db, input.id))
  }),
  heartbeat: api.chat_conversations.heartbeat.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    await renewAgent(context.db, profile.id, input)
    return DONE
  }),
}
