import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import {
  ChatMessage,
  CLOSED_REASONS,
  CONVERSATION_STATUSES,
  CustomerContext,
  Done,
  MessageText,
  SENDER_TYPES,
  Seq,
  Thread,
} from './chat-messages.ts'
import { refusals } from './errors.ts'
import { Id, QueryFlag, QueryNumber, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

const QuerySeq = QueryNumber.pipe(Seq)

/** Colleagues also see who of them wrote it. */
export const DeskMessage = ChatMessage.extend({ agent_name: z.string().nullable() })
export type DeskMessage = z.infer<typeof DeskMessage>

/** An administrator who has the chat screen open, and the conversation that is open there. */
export const ChatAgent = z.object({
  id: Id,
  name: z.string(),
  conversation_id: Id.nullable(),
})
export type ChatAgent = z.infer<typeof ChatAgent>

/** A conversation as the team sees it. */
export const ChatConversation = z.object({
  id: Id,
  /** The account that started it; null for guests. */
  user_id: Id.nullable(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_online: z.boolean(),
  customer_typing: z.boolean(),
  agent_typing: z.boolean(),
  status: z.enum(CONVERSATION_STATUSES),
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  /** Messages of the customer that no admin has seen. */
  unread_count: z.int(),
  last_seq: Seq,
  last_message: z.string().nullable(),
  last_sender_type: z.enum(SENDER_TYPES).nullable(),
  customer_read_seq: Seq,
  follow_up_by_mail: z.boolean(),
  /** Who replied last; null before the first reply. */
  answered_by: z.string().nullable(),
  created_at: Time,
  /** The last message, or the close. */
  updated_at: Time,
})
export type ChatConversation = z.infer<typeof ChatConversation>

const ConversationDetail = ChatConversation.extend({
  context: CustomerContext.extend({ sent_at: Time }).nullable(),
})
export type ChatConversationDetail = z.infer<typeof ConversationDetail>

/** `q`: part of the name, the address or a message. */
export const ChatQuery = listQuery(['updated_at', 'created_at'], {
  status: z.enum(CONVERSATION_STATUSES).optional(),
  unread: QueryFlag.optional(),
  online: QueryFlag.optional(),
})
export type ChatQuery = z.infer<typeof ChatQuery>

/**
 * The stream of the chat screen. `ready` comes first, and again whenever events may have been missed: everything
 * that is shown has to be fetched again.
 */
export const DeskEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), agents: z.array(ChatAgent) }),
  /** A conversation has started. */
  z.object({ type: z.literal('started'), conversation: ChatConversation }),
  /** A conversation has changed: a message, read, closed, online. */
  z.object({ type: z.literal('conversation'), conversation: ChatConversation }),
  z.object({ type: z.literal('message'), message: DeskMessage }),
  z.object({
    type: z.literal('typing'),
    conversation_id: Id,
    sender_type: z.enum(SENDER_TYPES),
    /** The agent who types; null for the customer. */
    agent: z.object({ id: Id, name: z.string() }).nullable(),
    typing: z.boolean(),
  }),
  /** Who has the chat screen open. */
  z.object({ type: z.literal('agents'), agents: z.array(ChatAgent) }),
  z.object({ type: z.literal('heartbeat') }),
])
export type DeskEvent = z.infer<typeof DeskEvent>

export const ChatReply = z
  .object({
    id: Id,
    client_id: Id,
    /** May be left out when something is attached. */
    message: MessageText.optional(),
    attach: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('product'), product_id: Id }),
        z.object({ type: z.literal('coupon'), code: z.string().trim().toUpperCase().max(50) }),
      ])
      .optional(),
    /** The newest message on the agent's screen: a reply of a colleague after it is a reason to refuse. */
    seen_seq: Seq.optional(),
  })
  .refine(({ message, attach }) => message || attach, {
    path: ['message'],
    message: 'Message is required',
  })
export type ChatReply = z.infer<typeof ChatReply>

const One = z.object({ id: Id })

/** The team's side. */
export const chat_conversations = {
  list: adminProcedure('chat')
    .route({ method: 'GET', path: '/chat_conversations', summary: 'Conversations, newest first' })
    .input(ChatQuery)
    .output(paged(ChatConversation)),
  get: adminProcedure('chat')
    .route({
      method: 'GET',
      path: '/chat_conversations/{id}',
      summary: 'A conversation, with the page and cart that the customer looks at',
    })
    .input(One)
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ConversationDetail),
  messages: adminProcedure('chat')
    .route({
      method: 'GET',
      path: '/chat_messages',
      summary: 'The newest messages before `before_seq`, or all after `after_seq`, oldest first',
    })
    .input(
      z.object({
        conversation_id: Id,
        before_seq: QuerySeq.optional(),
        after_seq: QuerySeq.optional(),
      }),
    )
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Thread(DeskMessage)),
  reply: adminProcedure('chat')
    .route({
      method: 'POST',
      path: '/chat_conversations/{id}/replies',
      summary: 'Answer, with words, a product or a coupon. By mail, too, if the customer is away',
    })
    .input(ChatReply)
    .errors(
      refusals(
        'CHAT_NOT_FOUND',
        'CHAT_CLOSED',
        'ANSWERED_MEANWHILE',
        'PRODUCT_NOT_FOUND',
        'COUPON_NOT_VALID',
        'COUPON_USED_UP',
      ),
    )
    .output(DeskMessage),
  set_typing: adminProcedure('chat')
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/agent_typing',
      summary: 'An agent types, or has stopped',
    })
    .input(One.extend({ typing: z.boolean() }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  mark_read: adminProcedure('chat')
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/read',
      summary: 'The team has seen the messages up to `seq`',
    })
    .input(One.extend({ seq: Seq }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ChatConversation),
  set_status: adminProcedure('chat')
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/status',
      summary: 'Close a conversation',
    })
    .input(One.extend({ status: z.literal('closed') }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ChatConversation),
  events: adminProcedure('chat')
    .route({
      method: 'GET',
      path: '/chat/events',
      summary: 'Server-sent events of all conversations. The caller is online while it is open',
    })
    /** `connection_id`: a new one for each stream. */
    .input(z.object({ connection_id: Id }))
    .output(eventIterator(DeskEvent)),
  heartbeat: adminProcedure('chat')
    .route({
      method: 'POST',
      path: '/chat/heartbeat',
      summary: 'The chat screen is still there, and shows this conversation',
    })
    .input(z.object({ connection_id: Id, conversation_id: Id.nullable() }))
    .output(Done),
}
