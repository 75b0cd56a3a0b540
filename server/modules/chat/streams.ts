import { randomUUID } from 'node:crypto'
import type { ChatEvent } from '#contract/chat.ts'
import type { DeskEvent } from '#contract/chat-desk.ts'
import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { openOwnConversation } from './access.ts'
import { type ChatFeed, type CustomerWake, chatFeedOf, type DeskWake } from './chat-feed.ts'
import { readSummary, stateOf } from './conversations.ts'
import { EventQueue } from './event-queue.ts'
import { messagesAfter } from './messages.ts'
import { connectAgent, connectCustomer, disconnectAgent, disconnectCustomer } from './presence.ts'

/** Of one conversation in one process: tabs and devices of one person. */
const MOST_STREAMS = 10
/** An agent's stream starts anew, so that a role that was taken away does not last. */
const LONGEST_DESK_MS = 15 * 60_000

type Follow = { id: string; secret?: string | undefined; after_seq: number }

/** The events of a conversation. Refuses before the stream begins, so that the answer has the right status. */
export async function followConversation(
  context: RequestContext,
  input: Follow,
  signal: AbortSignal | undefined,
) {
  const { id } = await openOwnConversation(context, input)
  const feed = chatFeedOf(context)
  if (feed.countStreams(id) >= MOST_STREAMS)
    throw errors.TOO_MANY_REQUESTS({ data: { retry_after_seconds: 30 } })
  return customerEvents(context, feed, { id, after_seq: input.after_seq }, signal)
}

async function* customerEvents(
  context: RequestContext,
  feed: ChatFeed,
  { id, after_seq }: { id: string; after_seq: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatEvent> {
  const { db } = context
  const connection = { id: randomUUID(), process_id: feed.process_id }
  const queue = new EventQueue<CustomerWake>({ type: 'resync' })
  queue.endWith(signal)
  let last_seq = after_seq

  const live = () => ({
    agent_online: feed.agentOnline,
    agent_typing: feed.typing.isAgentTyping(id),
  })
  async function* missed(): AsyncGenerator<ChatEvent> {
    // State first: a client must know that a conversation is closed before it reads the last line.
    yield { type: 'state', state: stateOf(await readSummary(db, id), live()) }
    for await (const message of messagesAfter(db, id, last_seq)) {
      last_seq = message.seq
      yield { type: 'message', message }
    }
  }
  async function* eventsFor(wake: CustomerWake): AsyncGenerator<ChatEvent> {
    if (wake.type === 'heartbeat') yield { type: 'heartbeat', connection_id: connection.id }
    else if (wake.type === 'resync') yield* missed()
    else if (wake.type === 'agent') yield { type: 'agent', ...live() }
    else if (wake.type === 'conversation')
      yield { type: 'state', state: stateOf(wake.conversation, live()) }
    else if (wake.message.seq === last_seq + 1) {
      last_seq = wake.message.seq
      yield { type: 'message', message: wake.message }
    } else if (wake.message.seq > last_seq) yield* missed()
  }

  // Listening starts before reading: what happens in between is read, queued or both, and the number decides.
  const remove = await feed.addCustomer({ id: connection.id, conversation_id: id }, queue)
  try {
    await connectCustomer(db, connection, id)
    yield* missed()
    for await (const wake of queue.take()) yield* eventsFor(wake)
  } finally {
    remove()
    // When the process closes, all its connections are removed at once.
    if (!context.signals.closing.aborted) {
      await disconnectCustomer(db, connection.id, id).catch((err) =>
        context.log.warn({ err }, 'a customer left the chat, which was not stored'),
      )
    }
  }
}

/** The events of all conversations, for the chat screen. Its agent is online meanwhile. */
export async function followDesk(
  context: RequestContext,
  connection_id: string,
  signal: AbortSignal | undefined,
) {
  const { profile } = await requireSession(context)
  const agent = { id: profile.id, name: profile.full_name }
  return deskEvents(context, { id: connection_id, agent }, signal)
}

async function* deskEvents(
  context: RequestContext,
  { id, agent }: { id: string; agent: { id: string; name: string } },
  signal: AbortSignal | undefined,
): AsyncGenerator<DeskEvent> {
  const feed = chatFeedOf(context)
  const connection = { id, process_id: feed.process_id }
  const queue = new EventQueue<DeskWake>({ type: 'resync' })
  queue.endWith(signal)
  const longest = setTimeout(() => queue.end(), LONGEST_DESK_MS).unref()
  const remove = await feed.addDesk(queue)
  try {
    await connectAgent(context.db, connection, agent)
    yield { type: 'ready', agents: feed.agents }
    for await (const wake of queue.take()) {
      yield wake.type === 'resync' ? { type: 'ready', agents: feed.agents } : wake
    }
  } finally {
    clearTimeout(longest)
    remove()
    if (!context.signals.closing.aborted) {
      await disconnectAgent(context.db, connection).catch((err) =>
        context.log.warn({ err }, 'an agent left the chat, which was not stored'),
      )
    }
  }
}
