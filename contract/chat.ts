import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { CHAT_LIMITS } from './chat-rules.ts'
import { refusals } from './errors.ts'
import { Email, Id, Money, QueryFlag, QueryNumber, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure, publicProcedure } from './policy.ts'

/** Messages of a conversation are numbered 1, 2, 3, … in the order in which they were stored. */
const Seq = z.int().min(0)
const QuerySeq = QueryNumber.pipe(Seq)

/** Blank means: nothing that can be seen. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)

const MessageText = z
  .string()
  .trim()
  .refine(isVisible, 'Message is required')
  .max(CHAT_LIMITS.message, `Message is longer than ${CHAT_LIMITS.message} characters`)

/** What an agent sends beside words, as it was when it was sent. */
const Attachment = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('product'),
    product_id: Id,
    name: z.string(),
    price: Money,
    original_price: Money.nullable(),
    image_url: z.string().nullable(),
  }),
  z.object({
    type: z.literal('coupon'),
    code: z.string(),
    discount_percentage: z.int().nullable(),
    discount_amount: Money.nullable(),
    valid_until: Time,
  }),
])
export type ChatAttachment = z.infer<typeof Attachment>

/** A message as the customer sees it. */
export const ChatMessage = z.object({
  id: Id,
  conversation_id: Id,
  seq: Seq,
  /** Chosen by the sender: the same id is the same message, however often it is sent. */
  client_id: Id,
  sender_type: z.enum(['customer', 'admin']),
  sender_name: z.string(),
  message: z.string(),
  attachment: Attachment.nullable(),
  created_at: Time,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Colleagues also see who of them wrote it. */
export const DeskMessage = ChatMessage.extend({ agent_name: z.string().nullable() })
export type DeskMessage = z.infer<typeof DeskMessage>

export const CLOSED_REASONS = ['customer', 'admin', 'inactivity'] as const

/** What of a conversation changes; sent whole with every change, and first on every stream. */
export const ChatState = z.object({
  status: z.enum(['open', 'closed']),
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
  z.object({ type: z.literal('heartbeat') }),
])
export type ChatEvent = z.infer<typeof ChatEvent>

/** The page and cart that the customer's browser says it shows; nobody has checked them. */
export const CustomerContext = z.object({
  page: z.object({ path: z.string().max(500), title: z.string().max(300) }),
  cart: z
    .array(
      z.object({
        id: Id,
        name: z.string().max(200),
        price: Money,
        quantity: z.int().min(1).max(999),
        image_url: z.string().max(500).nullable(),
      }),
    )
    .max(CHAT_LIMITS.cart_lines),
})
export type CustomerContext = z.infer<typeof CustomerContext>

/** The secret of a conversation; not needed where the signed-in account started it. */
const Secret = z.string().min(1).max(100).optional()
const Own = z.object({ id: Id, secret: Secret })

const OwnConversation = z.object({
  id: Id,
  customer_name: z.string(),
  customer_email: z.string(),
  status: z.enum(['open', 'closed']),
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

const Thread = <Message extends z.ZodType>(Message: Message) =>
  z.object({ messages: z.array(Message), has_earlier: z.boolean() })

const Done = z.object({ done: z.literal(true) })

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
        purpose: z.enum(['history', 'reply']),
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
  status: z.enum(['open', 'closed']),
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  /** Messages of the customer that no admin has seen. */
  unread_count: z.int(),
  last_seq: Seq,
  last_message: z.string().nullable(),
  last_sender_type: z.enum(['customer', 'admin']).nullable(),
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
  status: z.enum(['open', 'closed']).optional(),
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
    sender_type: z.enum(['customer', 'admin']),
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
  list: adminProcedure
    .route({ method: 'GET', path: '/chat_conversations', summary: 'Conversations, newest first' })
    .input(ChatQuery)
    .output(paged(ChatConversation)),
  get: adminProcedure
    .route({
      method: 'GET',
      path: '/chat_conversations/{id}',
      summary: 'A conversation, with the page and cart that the customer looks at',
    })
    .input(One)
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ConversationDetail),
  messages: adminProcedure
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
  reply: adminProcedure
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
  set_typing: adminProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/agent_typing',
      summary: 'An agent types, or has stopped',
    })
    .input(One.extend({ typing: z.boolean() }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(Done),
  mark_read: adminProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/read',
      summary: 'The team has seen the messages up to `seq`',
    })
    .input(One.extend({ seq: Seq }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ChatConversation),
  set_status: adminProcedure
    .route({
      method: 'PUT',
      path: '/chat_conversations/{id}/status',
      summary: 'Close a conversation',
    })
    .input(One.extend({ status: z.literal('closed') }))
    .errors(refusals('CHAT_NOT_FOUND'))
    .output(ChatConversation),
  events: adminProcedure
    .route({
      method: 'GET',
      path: '/chat/events',
      summary: 'Server-sent events of all conversations. The caller is online while it is open',
    })
    /** `connection_id`: a new one for each stream. */
    .input(z.object({ connection_id: Id }))
    .output(eventIterator(DeskEvent)),
  heartbeat: adminProcedure
    .route({
      method: 'POST',
      path: '/chat/heartbeat',
      summary: 'The chat screen is still there, and shows this conversation',
    })
    .input(z.object({ connection_id: Id, conversation_id: Id.nullable() }))
    .output(Done),
}
