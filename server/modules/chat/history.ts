import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryItem } from '#contract/chat.ts'
import type { LINK_PURPOSES } from '#contract/chat-messages.ts'
import { HISTORY_LENGTH } from '#contract/chat-rules.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext, RequestContext } from '#server/platform/rpc.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { createSecret } from './access.ts'
import { chat_conversations, chat_links, chat_secrets } from './chat.table.ts'
import { ownConversation } from './conversations.ts'

type Purpose = (typeof LINK_PURPOSES)[number]

const MINUTE_MS = 60_000
const LIFETIME_MS: Record<Purpose, number> = {
  history: 10 * MINUTE_MS,
  reply: 7 * 24 * 60 * MINUTE_MS,
}

type Known = { id: string; secret: string }

/** An address alone opens nothing: the browser has the secret, or the account started the conversation. */
export async function readHistory(
  context: RequestContext,
  { customer_email, known }: { customer_email: string; known: Known[] },
) {
  const user_id = (await context.session())?.profile.id
  const ids = await provenIds(context.db, known)
  const conversations = await listHistory(
    context.db,
    or(
      and(
        eq(chat_conversations.customer_email, customer_email.toLowerCase()),
        inArray(chat_conversations.id, ids),
      ),
      user_id ? eq(chat_conversations.user_id, user_id) : undefined,
    ),
  )
  return { conversations }
}

async function provenIds(db: Db, known: Known[]) {
  if (known.length === 0) return []
  const rows = await db
    .select()
    .from(chat_secrets)
    .where(
      inArray(
        chat_secrets.secret_hash,
        known.map(({ secret }) => hashSecret(secret)),
      ),
    )
  return rows.map(({ conversation_id }) => conversation_id)
}

async function listHistory(db: Db, where: SQL | undefined): Promise<HistoryItem[]> {
  const rows = await db
    .select()
    .from(chat_conversations)
    .where(where)
    .orderBy(desc(chat_conversations.created_at))
    .limit(HISTORY_LENGTH)
  return rows.map((row) => ({
    ...ownConversation(row),
    last_message: row.last_message,
    message_count: row.last_seq,
  }))
}

export const SEND_HISTORY_LINK = 'send-chat-history-link'
export type HistoryLinkRequest = { customer_email: string }

/** The same job is queued for every address: neither the answer nor its time says if it has chats. */
export const requestHistoryLink = (
  { db, jobs }: AppContext,
  { customer_email }: HistoryLinkRequest,
) => jobs.enqueue(db, SEND_HISTORY_LINK, { customer_email: customer_email.toLowerCase() })

export async function sendHistoryLink(context: AppContext, { customer_email }: HistoryLinkRequest) {
  const isOfAddress = eq(chat_conversations.customer_email, customer_email)
  const [newest] = await listHistory(context.db, isOfAddress)
  if (!newest) return
  await context.db.transaction(async (tx) => {
    const { token, link } = await createLink(context, tx, { purpose: 'history', customer_email })
    await queueCappedMail(context, tx, 'chat-history', {
      template: 'account-update',
      to: customer_email,
      data: {
        customerName: newest.customer_name,
        updateType: 'Your chat history',
        updateDetails:
          'You asked to see your earlier conversations with us. The button opens them in this browser.\n\nIt works once, for 10 minutes.',
        actionLink: link,
        actionText: 'Open my conversations',
      },
      cause: `chat-history:${hashSecret(token)}`,
    })
  })
}

type LinkTo = { purpose: Purpose; customer_email: string; conversation_id?: string }

/** The token stands behind the `#`, which browsers do not send: it is in no log of a server. */
export async function createLink({ config, now }: AppContext, tx: Db, target: LinkTo) {
  const token = newSecret()
  await tx.insert(chat_links).values({
    ...target,
    token_hash: hashSecret(token),
    created_at: now().toISOString(),
    expires_at: new Date(now().getTime() + LIFETIME_MS[target.purpose]).toISOString(),
  })
  return { token, link: `${config.publicUrl}/#chat=${token}` }
}

/** A link to the history works once; one to a reply works until it expires, on the phone and on the laptop. */
export async function openLink({ db, now }: AppContext, token: string) {
  return db.transaction(async (tx) => {
    const [link] = await tx
      .select()
      .from(chat_links)
      .where(eq(chat_links.token_hash, hashSecret(token)))
      .for('update')
    if (!link || Date.parse(link.expires_at) <= now().getTime()) throw errors.LINK_EXPIRED()
    const { purpose, customer_email, conversation_id } = link
    if (purpose === 'history') {
      await tx.delete(chat_links).where(eq(chat_links.token_hash, link.token_hash))
    }
    const items = await listHistory(
      tx,
      conversation_id
        ? eq(chat_conversations.id, conversation_id)
        : eq(chat_conversations.customer_email, customer_email),
    )
    const conversations = []
    for (const item of items) {
      conversations.push({ ...item, secret: await createSecret(tx, item.id, now()) })
    }
    return { purpose, customer_email, conversations }
  })
}

export const deleteExpiredLinks = async ({ db, now }: AppContext) => {
  await db.delete(chat_links).where(lt(chat_links.expires_at, sql`${now().toISOString()}`))
}
