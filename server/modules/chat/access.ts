import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { chat_conversations, chat_secrets } from './chat.table.ts'

/** Lets one more browser into a conversation. The secret itself is not stored. */
export async function createSecret(tx: Db, conversation_id: string, now: Date) {
  const secret = newSecret()
  await tx
    .insert(chat_secrets)
    .values({ secret_hash: hashSecret(secret), conversation_id, created_at: now.toISOString() })
  return secret
}

/**
 * The conversation that the caller may take part in: by its secret, or because the signed-in account started it.
 * To everybody else it does not exist.
 */
export async function openOwnConversation(
  context: RequestContext,
  { id, secret }: { id: string; secret?: string | undefined },
) {
  const conversation = secret
    ? await findBySecret(context.db, id, secret)
    : await findOfAccount(context, id)
  if (!conversation) throw errors.CHAT_NOT_FOUND()
  return conversation
}

async function findBySecret(db: Db, id: string, secret: string) {
  const [found] = await db
    .select(getTableColumns(chat_conversations))
    .from(chat_conversations)
    .innerJoin(chat_secrets, eq(chat_secrets.conversation_id, chat_conversations.id))
    .where(and(eq(chat_conversations.id, id), eq(chat_secrets.secret_hash, hashSecret(secret))))
  return found
}

async function findOfAccount({ db, session }: RequestContext, id: string) {
  const user_id = (await session())?.profile.id
  if (!user_id) return undefined
  const [found] = await db
    .select()
    .from(chat_conversations)
    .where(and(eq(chat_conversations.id, id), eq(chat_conversations.user_id, user_id)))
  return found
}
