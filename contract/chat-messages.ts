import * as z from 'zod'
import { CHAT_LIMITS } from './chat-rules.ts'
import { Id, Money, Time, WholeNumber } from './fields.ts'

// What the customer's and the team's side of the chat share.

/** Messages of a conversation are numbered 1, 2, 3, … in the order in which they were stored. */
export const Seq = WholeNumber

export const SENDER_TYPES = ['customer', 'admin'] as const
/** A mailed link opens all conversations of an address, once, or one conversation. */
export const LINK_PURPOSES = ['history', 'reply'] as const
export const CONVERSATION_STATUSES = ['open', 'closed'] as const

/** Blank means: nothing that can be seen. */
export const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)

export const MessageText = z
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
  sender_type: z.enum(SENDER_TYPES),
  sender_name: z.string(),
  message: z.string(),
  attachment: Attachment.nullable(),
  created_at: Time,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const CLOSED_REASONS = ['customer', 'admin', 'inactivity'] as const

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

export const Thread = <Message extends z.ZodType>(Message: Message) =>
  z.object({ messages: z.array(Message), has_earlier: z.boolean() })

export const Done = z.object({ done: z.literal(true) })
