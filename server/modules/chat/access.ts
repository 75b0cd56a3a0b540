import { and, eq, type Placeholder, sql } from 'drizzle-orm'
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

type Own = { id: string; secret?: string | undefined }

/**
 * The conversation that the caller may take part in: by its secret, or because the signed-in account started it.
 * To all others it does not exist.
 */
export async function openOwnConversation(context: RequestContext, { id, secret }: Own) {
  const isMine = isOwn(await keyOf(context, secret))
  const [conversation] = await context.db
    .select()
    .from(chat_conversations)
    .where(and(eq(chat_conversations.id, id), isMine))
  if (!conversation) throw errors.CHAT_NOT_FOUND()
  return conversation
}

/** What opens a conversation to the caller: the secret, or without one the account. */
export async function keyOf({ session }: RequestContext, secret: string | undefined) {
  if (secret) return { secret_hash: hashSecret(secret), user_id: null }
  return { secret_hash: null, user_id: (await session())?.profile.id ?? null }
}

type KeyPart = string | null | Placeholder

/** The condition that a key opens a conversation. */
export const isOwn = ({ secret_hash, user_id }: { secret_hash: KeyPart; user_id: KeyPart }) => sql`(
  ${chat_conversations.user_id} = ${user_id} or exists (
    select 1 from ${chat_secrets}
    where ${chat_secrets.conversation_id} = ${chat_conversations.id}
      and ${chat_secrets.secret_hash} = ${secret_hash}
  )
)`
