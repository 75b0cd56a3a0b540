import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

export const chat_conversations = pgTable(
  'chat_conversations',
  {
    id: id(),
    user_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    customer_name: text().notNull(),
    customer_email: text().notNull(),
    // What the customer's browser must show to read or write here; only its hash is stored.
    secret_hash: text().notNull(),
    status: text({ enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    agent_typing: boolean().notNull().default(false),
    agent_online: boolean().notNull().default(false),
    customer_typing: boolean().notNull().default(false),
    customer_online: boolean().notNull().default(false),
    unread_count: integer().notNull().default(0),
    created_at: instant().notNull().default(sql`now()`),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.customer_email, t.created_at.desc()),
    index().on(t.created_at.desc()),
    index().on(t.user_id),
    index('chat_conversations_open').on(t.updated_at).where(sql`status = 'open'`),
    check('chat_conversations_status_known', sql`${t.status} in ('open', 'closed')`),
    check('chat_conversations_unread', sql`${t.unread_count} >= 0`),
  ],
)

export const chat_messages = pgTable(
  'chat_messages',
  {
    id: id(),
    conversation_id: uuid()
      .notNull()
      .references(() => chat_conversations.id, { onDelete: 'cascade' }),
    sender_type: text({ enum: ['customer', 'admin'] }).notNull(),
    sender_name: text().notNull(),
    message: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.conversation_id, t.created_at),
    check('chat_messages_sender_known', sql`${t.sender_type} in ('customer', 'admin')`),
    check('chat_messages_not_blank', sql`length(btrim(${t.message})) between 1 and 5000`),
  ],
)
