import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import {
  ChatMessage,
  CLOSED_REASONS,
  CONVERSATION_STATUSES,
  CustomerContext,
  Done,
  isVisible,
  LINK_PURPOSES,
  MessageText,
  Seq,
  Thread,
} from './chat-messages.ts'
import { CHAT_LIMITS } from './chat-rules.ts'
import { refusals } from './errors.ts'
import { Email, Id, Time } from './fields.ts'
import { publicProcedure } from './policy.ts'

/** What of a conversation changes; sent whole with every change, and first on every stream. */
export const ChatState = z.object({
  status: z.enum(CONVERSATION_STATUSES),
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  agent_online: z.boolean(),
  agent_typing: z.boolean(),
  /** The number of the newest message. */
  last_seq: Seq,
  /** The newest message that the customer has seen, in any tab. */
  customer_read_seq: Seq,
  /** The customer has left and is answered by mail. */
  follow_up_by_mail: z.boolean(),
})
export type ChatState = z.infer<typeof ChatState>

/** The customer's stream: `state`, then every message after `after_seq`, then what happens. */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: ChatState }),
  z.object({ type: z.literal('message'), message: ChatMessage }),
  z.object({
    type: z.literal('agent'),
    agent_online: z.boolean(),
    agent_typing: z.boolean(),
  }),
  /** To be answered with `answer_heartbeat`: only so does the server know that the stream reaches somebody. */
  z.object({ type: z.literal('heartbeat'), connection_id: Id }),
])
export type ChatEvent = z.infer<typeof ChatEvent>

/** The secret of a conversation; not needed where the signed-in account started it. */
const Secret = z.string().min(1).max(100).optional()
const Own = z.object({ id: Id, secret: Secret })

const OwnConversation = z.object({
  id: Id,
  customer_name: z.string(),
  customer_email: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  created_at: Time,
  updated_at: Time,
})
export type OwnConversation = z.infer<typeof OwnConversation>

const HistoryItem = OwnConversation.extend({
  last_message: z.string().nullable(),
  message_count: z.int(),
})
export type HistoryItem = z.infer<typeof HistoryItem>

export const NewConversation = z.object({
  customer_name: z
    .string()
    .trim()
    .refine(isVisible, 'Please fill in both name and email')
    .max(CHAT_LIMITS.name, 'Name is too long'),
  customer_email: z.string().trim().pipe(Email),
  /** Nobody is there to answer, and the customer wants the answer by mail. */
  follow_up_by_mail: z.boolean().default(false),
  context: CustomerContext.optional(),
})
export type NewConversation = z.infer<typeof NewConversation>

const Availability = z.object({
  agent_online: z.boolean(),
  /** Null: the opening hours in the settings cannot be read as hours. */
  is_business_time: z.boolean().nullable(),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
})
export type ChatAvailability = z.infer<typeof Availability>

const MINUTE = 60
const HOUR = 3600
/** Not in the first script of a page. */
const chatProcedure = publicProcedure.meta({ loaded: 'later' })

/** The customer's side. Another person's conversation and one that does not exist get the same answer. */
export const chat = {
  availability: chatProcedure
    .route({ method: 'GET', path: '/chat/availability', summary: 'Is somebody there to answer?' })
    .output(Availability),
  start: chatProcedure
    .route({
      method: 'POST',
      path: '/chat_conversations',
      summary: 'Connect to live support. The secret is needed for everything that follows',
    })
    .meta({ limit: { calls: 20, per_seconds: HOUR } })
    .input(NewConversation)
    .output(z.object({ conversation: OwnConversation, state: ChatState, secret: z.string() })),
  thread: chatProcedure
    .route({
      method: 'POST',
      path: '/chat_conversations/{id}/thread',
      summary: 'The newest messages before `before_seq`, oldest first, and how things stand',
    })
    .input(Own.extend({ before_seq: Seq.optional() }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Thread(ChatMessage).extend({ conversation: OwnConversation, state: ChatState })),
  events: chatProcedure
    .route({
      method: 'POST',
      path: '/chat_conversations/{id}/events',
      summary: 'Server-sent events: how things stand, messages after `after_seq`, what happens',
    })
    .input(Own.extend({ after_seq: Seq }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(eventIterator(ChatEvent)),
  answer_heartbeat: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat/connections/{connection_id}/seen',
      summary: 'The stream with this id still reaches the customer, who is online for a while',
    })
    // Random, and known only to the browser that has the stream: no secret is needed.
    .input(z.object({ connection_id: Id }))
    .output(Done),
  send: chatProcedure
    .route({ method: 'POST', path: '/chat_messages', summary: 'Write to the support team' })
    .input(z.object({ conversation_id: Id, secret: Secret, client_id: Id, message: MessageText }))
    .errors(refusals('CHAT_NOT_FOUND', 'CHAT_CLOSED'))
    .output(ChatMessage),
  set_typing: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/customer_typing',
      summary: 'The customer types, or has stopped',
    })
    .input(Own.extend({ typing: z.boolean() }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  set_context: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/context',
      summary: 'The page and cart that the customer looks at',
    })
    .input(Own.extend({ context: CustomerContext }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  mark_read: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/customer_read',
      summary: 'The customer has seen the messages up to `seq`',
    })
    .input(Own.extend({ seq: Seq }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  set_follow_up: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/follow_up_by_mail',
      summary: 'Answer by mail while the customer is away, or not',
    })
    .input(Own.extend({ follow_up_by_mail: z.boolean() }))
    .errors(refusals('CHAT_NOT_FOUND', 'CHAT_CLOSED'))
    .output(Done),
  close: chatProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/closed',
      summary: 'The customer closes the conversation',
    })
    .input(Own)
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  history: chatProcedure
    .route({
      method: 'POST',
      path: '/chat/history',
      summary:
        'Conversations with this address, newest first: those whose secret the browser has, and those of the signed-in account',
    })
    .meta({ limit: { calls: 60, per_seconds: HOUR } })
    .input(
      z.object({
        customer_email: z.string().trim().pipe(Email),
        known: z.array(z.object({ id: Id, secret: z.string().max(100) })).max(50),
      }),
    )
    .output(z.object({ conversations: z.array(HistoryItem) })),
  request_history_link: chatProcedure
    .route({
      method: 'POST',
      path: '/chat/history-link',
      summary: 'Mail a link to the history of an address, if it has one. The answer does not say',
    })
    .meta({ limit: { calls: 10, per_seconds: HOUR } })
    .input(z.object({ customer_email: z.string().trim().pipe(Email) }))
    .output(z.object({ requested: z.literal(true) })),
  open_link: chatProcedure
    .route({
      method: 'POST',
      path: '/chat/open-link',
      summary: 'Use a mailed link: the conversations that it opens, each with a new secret',
    })
    .meta({ limit: { calls: 30, per_seconds: 10 * MINUTE } })
    .input(z.object({ token: z.string().min(1).max(100) }))
    .errors(refusals('LINK_EXPIRED'))
    .output(
      z.object({
        purpose: z.enum(LINK_PURPOSES),
        customer_email: z.string(),
        conversations: z.array(HistoryItem.extend({ secret: z.string() })),
      }),
    ),
}

/** The function that keeps the name it was given. */
export const chatFunctions = {
  notify_new_chat: chatProcedure
    .route({
      method: 'POST',
      path: '/functions/notify-new-chat',
      summary: 'Notify the team of a new conversation. Once, however often it is called',
    })
    .meta({ limit: { calls: 30, per_seconds: HOUR } })
    .input(
      z.object({
        conversationId: Id,
        /** The stored name and address count, not these. */
        customerName: z.string().max(200).optional(),
        customerEmail: z.string().max(300).optional(),
        secret: Secret,
      }),
    )
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
}
