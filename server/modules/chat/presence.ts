import { and, asc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { ChatAgent } from '#contract/chat-desk.ts'
import type { Db } from '#server/platform/database.ts'
import { chat_connections, chat_conversations } from './chat.table.ts'
import { sendChatSignal } from './chat-signals.ts'
import { announceConversations, isFresh } from './conversations.ts'

/** Longer than a process needs to end a silent stream itself. */
const DEAD_AFTER = '2 minutes'

type Connection = { id: string; process_id: string }
type CustomerConnection = Connection & { conversation_id: string }
type Agent = { id: string; name: string }

export async function connectCustomers(db: Db, connections: CustomerConnection[]) {
  await db.transaction(async (tx) => {
    await tx.insert(chat_connections).values(connections)
    await announceConversations(tx, conversationsOf(connections))
  })
}

export async function disconnectCustomers(db: Db, connections: CustomerConnection[]) {
  const ids = connections.map(({ id }) => id)
  await db.transaction(async (tx) => {
    await tx.delete(chat_connections).where(inArray(chat_connections.id, ids))
    await announceConversations(tx, conversationsOf(connections))
  })
}

const conversationsOf = (connections: { conversation_id: string | null }[]) => [
  ...new Set(connections.flatMap(({ conversation_id }) => conversation_id ?? [])),
]

export async function connectAgent(db: Db, connection: Connection, agent: Agent) {
  const agentRow = { ...connection, user_id: agent.id, agent_name: agent.name }
  await db.transaction(async (tx) => {
    await tx.insert(chat_connections).values(agentRow).onConflictDoNothing()
    await sendChatSignal(tx, { kind: 'agents' })
  })
}

export async function disconnectAgent(db: Db, { id, process_id }: Connection) {
  await db.transaction(async (tx) => {
    await tx
      .delete(chat_connections)
      .where(and(eq(chat_connections.id, id), eq(chat_connections.process_id, process_id)))
    await sendChatSignal(tx, { kind: 'agents' })
  })
}

/** The chat screen is still there. Only this makes an agent online: an open connection may be dead. */
export async function renewAgent(
  db: Db,
  user_id: string,
  { connection_id, conversation_id }: { connection_id: string; conversation_id: string | null },
) {
  await db.transaction(async (tx) => {
    const mine = and(eq(chat_connections.id, connection_id), eq(chat_connections.user_id, user_id))
    // The conversation first: who deletes one locks in this order, too.
    const shown = conversation_id === null ? null : await lockExisting(tx, conversation_id)
    const [before] = await tx.select().from(chat_connections).where(mine).for('update')
    if (!before) return
    await tx
      .update(chat_connections)
      .set({ conversation_id: shown, seen_at: sql`now()` })
      .where(mine)
    if (before.conversation_id !== shown) await sendChatSignal(tx, { kind: 'agents' })
  })
}

/** The id of a conversation that nobody can delete before the end of the transaction, or `null`. */
async function lockExisting(tx: Db, id: string) {
  const [found] = await tx
    .select({ id: chat_conversations.id })
    .from(chat_conversations)
    .where(eq(chat_conversations.id, id))
    .for('key share')
  return found?.id ?? null
}

/** Who has the chat screen open; somebody with two tabs is there once for each conversation. */
export async function listAgents(db: Db): Promise<ChatAgent[]> {
  const rows = await db
    .selectDistinct({
      id: chat_connections.user_id,
      name: chat_connections.agent_name,
      conversation_id: chat_connections.conversation_id,
    })
    .from(chat_connections)
    .where(and(isNotNull(chat_connections.user_id), isFresh))
    .orderBy(asc(chat_connections.agent_name), asc(chat_connections.conversation_id))
  return rows.flatMap(({ id, name, ...row }) => (id ? { id, name: name ?? '', ...row } : []))
}

export const isAgentOnline = async (db: Db) => (await listAgents(db)).length > 0

/** The browsers at the other end of these customers' streams have answered a heartbeat. */
export const renewCustomers = (db: Db, ids: string[]) =>
  db
    .update(chat_connections)
    .set({ seen_at: sql`now()` })
    .where(
      and(
        sql`${chat_connections.id} = any(${sql.param(ids)}::uuid[])`,
        isNull(chat_connections.user_id),
      ),
    )

/** The customers of this process who have not answered for too long. */
export const silentCustomers = (db: Db, process_id: string) =>
  db
    .select({ id: chat_connections.id, conversation_id: chat_connections.conversation_id })
    .from(chat_connections)
    .where(
      and(
        eq(chat_connections.process_id, process_id),
        isNull(chat_connections.user_id),
        not(isFresh),
      ),
    )

/** A process that was killed leaves its rows behind. */
export async function forgetDeadProcesses(db: Db) {
  const dead = await db
    .delete(chat_connections)
    .where(sql`${chat_connections.seen_at} < now() - ${DEAD_AFTER}::interval`)
    .returning()
  const customers = dead.filter(({ user_id }) => user_id === null)
  if (customers.length > 0) await announceConversations(db, conversationsOf(customers))
}

/** All at once, when the process closes. */
export async function disconnectProcess(db: Db, process_id: string) {
  const gone = await db
    .delete(chat_connections)
    .where(eq(chat_connections.process_id, process_id))
    .returning({ user_id: chat_connections.user_id })
  if (gone.some(({ user_id }) => user_id)) await sendChatSignal(db, { kind: 'agents' })
}
