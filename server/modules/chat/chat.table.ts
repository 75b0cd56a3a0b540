import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type ChatAttachment,
  CLOSED_REASONS,
  CONVERSATION_STATUSES,
  type CustomerContext,
  LINK_PURPOSES,
  SENDER_TYPES,
} from '#contract/chat-messages.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

export const chat_conversations = pgTable(
  'chat_conversations',
  {
    id: id(),
    user_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    customer_name: text().notNull(),
    // In lower case.
    customer_email: text().notNull(),
    status: text({ enum: CONVERSATION_STATUSES }).notNull().default('open'),
    closed_reason: text({ enum: CLOSED_REASONS }),
    // The number of the newest message. Taking the next one locks this row, so messages commit in their order.
    last_seq: integer().notNull().default(0),
    last_message: text(),
    last_sender_type: text({ enum: SENDER_TYPES }),
    answered_by: text(),
    unread_count: integer().notNull().default(0),
    customer_read_seq: integer().notNull().default(0),
    follow_up_by_mail: boolean().notNull().default(false),
    // The newest reply that was mailed.
    mailed_seq: integer().notNull().default(0),
    context: jsonb().$type<CustomerContext>(),
    context_at: instant(),
    created_at: instant().notNull().default(sql`now()`),
    // The last message, or the close.
    updated_at: instant().notNull().default(sql`now()`),
    // Also moved by typing, once a minute at most: inactivity counts from here.
    active_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.customer_email, t.created_at.desc()),
    index().on(t.created_at, t.id),
    index().on(t.updated_at, t.id),
    index().on(t.user_id),
    index('chat_conversations_idle').on(t.active_at).where(sql`status = 'open'`),
    index('chat_conversations_unread_first').on(t.updated_at).where(sql`unread_count > 0`),
    check(
      'chat_conversations_status_known',
      sql`${t.status} in (${sql.raw(oneOf(CONVERSATION_STATUSES))})`,
    ),
    check(
      'chat_conversations_reason_known',
      sql`${t.closed_reason} in (${sql.raw(oneOf(CLOSED_REASONS))})`,
    ),
    check('chat_conversations_unread', sql`${t.unread_count} >= 0`),
  ],
)

const conversation_id = () =>
  uuid().references(() => chat_conversations.id, { onDelete: 'cascade' })

export const chat_messages = pgTable(
  'chat_messages',
  {
    id: id(),
    conversation_id: conversation_id().notNull(),
    seq: integer().notNull(),
    client_id: uuid().notNull(),
    sender_type: text({ enum: SENDER_TYPES }).notNull(),
    sender_name: text().notNull(),
    // Who of the team wrote it. The name stays when the account is gone.
    agent_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    agent_name: text(),
    message: text().notNull(),
    attachment: jsonb().$type<ChatAttachment>(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('chat_messages_in_order').on(t.conversation_id, t.seq),
    uniqueIndex('chat_messages_once').on(t.conversation_id, t.client_id),
    index('chat_messages_text').using('gin', sql`${t.message} gin_trgm_ops`),
    check('chat_messages_sender_known', sql`${t.sender_type} in (${sql.raw(oneOf(SENDER_TYPES))})`),
    check('chat_messages_not_blank', sql`length(btrim(${t.message})) between 1 and 5000`),
  ],
)

/** What a browser must show to read or write in a conversation: one secret per browser, stored as a hash. */
export const chat_secrets = pgTable(
  'chat_secrets',
  {
    secret_hash: text().primaryKey(),
    conversation_id: conversation_id().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.conversation_id)],
)

/** Mailed links: `history` opens all conversations of an address, once; `reply` one conversation. */
export const chat_links = pgTable(
  'chat_links',
  {
    token_hash: text().primaryKey(),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    customer_email: text().notNull(),
    conversation_id: conversation_id(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [
    index().on(t.conversation_id),
    index().on(t.expires_at),
    check('chat_links_purpose_known', sql`${t.purpose} in (${sql.raw(oneOf(LINK_PURPOSES))})`),
  ],
)

/** An open stream: a customer's of a conversation, or an agent's, who may look at a conversation. */
export const chat_connections = pgTable(
  'chat_connections',
  {
    id: uuid().primaryKey(),
    conversation_id: conversation_id(),
    // Of an agent; a customer's connection has neither.
    user_id: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
    agent_name: text(),
    // The process that serves it and says every few seconds that it still does.
    process_id: uuid().notNull(),
    seen_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.conversation_id), index().on(t.process_id)],
)

export const canned_replies = pgTable(
  'canned_replies',
  {
    id: id(),
    shortcut: text().notNull().unique(),
    text: text().notNull(),
    version: version(),
  },
  (t) => [
    check('canned_replies_shortcut_typable', sql`${t.shortcut} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('canned_replies_not_blank', sql`length(btrim(${t.text})) between 1 and 2000`),
  ],
)
