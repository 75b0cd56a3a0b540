import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { ChatEvent, chat } from '#contract/chat.ts'
import { chat_conversations, DeskEvent } from '#contract/chat-desk.ts'
import type { ChatMessage } from '#contract/chat-messages.ts'
import { HEARTBEAT_MS } from '#contract/chat-rules.ts'
import { errors } from '#server/platform/errors.ts'
import type { EventStream } from '#server/platform/event-stream.ts'
import { eventStreamRoute } from '#server/platform/event-stream-routes.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { openOwnConversation } from './access.ts'
import {
  type ChatFeed,
  type CustomerFollower,
  type CustomerWake,
  chatFeedOf,
  type DeskWake,
} from './chat-feed.ts'
import { readSummary, stateOf } from './conversations.ts'
import { messagesAfter } from './messages.ts'
import { connectAgent, disconnectAgent } from './presence.ts'

/** Streams of one conversation in one process: one person's tabs and devices. */
const MOST_STREAMS = 10
/** Streams that read from the database at a time: thousands may connect at once, and other calls need connections, too. */
const readers = pLimit(4)

type Follow = { id: string; secret?: string | undefined; after_seq: number }

/** The events of a conversation. Refuses before the stream begins, so that the answer has the right status. */
async function followConversation(context: RequestContext, input: Follow) {
  const { id } = await openOwnConversation(context, input)
  const feed = chatFeedOf(context)
  if (feed.countStreams(id) >= MOST_STREAMS)
    throw errors.TOO_MANY_REQUESTS({ data: { retry_after_seconds: 30 } })
  return {
    // The secret is enough, with or without a session.
    session: input.secret ? null : await context.session(),
    follow: (stream: EventStream<ChatEvent>) =>
      void new CustomerStream(feed, stream, id, input.after_seq).open(),
  }
}

/** One browser of a customer. */
class CustomerStream implements CustomerFollower {
  readonly id = randomUUID()
  readonly conversation_id: string
  #feed: ChatFeed
  #stream: EventStream<ChatEvent>
  #last_seq: number
  /** From the start: nothing is sent before what was missed. */
  #isReading = true
  #readAgain = false
  #connected: Promise<unknown> = Promise.resolve()
  #heartbeat: NodeJS.Timeout

  constructor(
    feed: ChatFeed,
    stream: EventStream<ChatEvent>,
    conversation_id: string,
    after_seq: number,
  ) {
    this.conversation_id = conversation_id
    this.#feed = feed
    this.#stream = stream
    this.#last_seq = after_seq
    // At a moment of its own, so that not all browsers answer at once.
    this.#heartbeat = setTimeout(() => this.#beginBeating(), Math.random() * HEARTBEAT_MS).unref()
    stream.onClose(() => void this.#close())
  }

  /** Listening starts before reading, so that nothing falls between the two. */
  async open() {
    try {
      await this.#feed.addCustomer(this)
      if (this.#stream.isClosed) return
      this.#connected = this.#feed.connectCustomer(this)
      await this.#connected
    } catch (err) {
      return this.#stream.fail(err)
    }
    await this.#sendMissed()
  }

  wake(wake: CustomerWake) {
    if (this.#isReading) this.#readAgain = true
    else if (wake.type === 'resync' || this.#stream.isBehind) void this.#sendMissed()
    else if (wake.type === 'agent') this.#stream.send({ type: 'agent', ...this.#live() })
    else if (wake.type === 'conversation')
      this.#stream.send({ type: 'state', state: stateOf(wake.conversation, this.#live()) })
    else if (wake.message.seq === this.#last_seq + 1) this.#sendMessage(wake.message)
    else if (wake.message.seq > this.#last_seq) void this.#sendMissed()
  }

  end() {
    this.#stream.end()
  }

  #beginBeating() {
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
    this.#beat()
  }

  #beat() {
    if (!this.#stream.isBehind) this.#stream.send({ type: 'heartbeat', connection_id: this.id })
  }

  #live() {
    return {
      agent_online: this.#feed.agentOnline,
      agent_typing: this.#feed.typing.isAgentTyping(this.conversation_id),
    }
  }

  #sendMessage(message: ChatMessage) {
    this.#last_seq = message.seq
    this.#stream.send({ type: 'message', message })
  }

  /** From the database. What happens meanwhile is read again afterwards, so nothing is sent out of order. */
  async #sendMissed() {
    this.#isReading = true
    try {
      do {
        await this.#stream.drained()
        await readers(() => this.#read())
      } while (this.#readAgain && !this.#stream.isClosed)
    } catch (err) {
      this.#stream.fail(err)
    } finally {
      this.#isReading = false
    }
  }

  async #read() {
    const { db } = this.#feed.context
    this.#readAgain = false
    if (this.#stream.isClosed) return
    // State first: a client must know that a conversation is closed before it reads the last line.
    const summary = await readSummary(db, this.conversation_id)
    this.#stream.send({ type: 'state', state: stateOf(summary, this.#live()) })
    for await (const message of messagesAfter(db, this.conversation_id, this.#last_seq)) {
      if (this.#stream.isBehind) {
        this.#readAgain = true
        return
      }
      this.#sendMessage(message)
    }
  }

  async #close() {
    const { context } = this.#feed
    clearTimeout(this.#heartbeat)
    this.#feed.removeCustomer(this)
    // When the process closes, all its connections are removed at once.
    if (context.signals.closing.aborted) return
    try {
      await this.#connected
      await this.#feed.disconnectCustomer(this)
    } catch (err) {
      context.log.warn({ err }, 'a customer left the chat, which was not stored')
    }
  }
}

/** The events of all conversations, for the chat screen. Its agent is online meanwhile. */
async function followDesk(context: RequestContext, connection_id: string) {
  const session = await requireSession(context)
  const agent = { id: session.profile.id, name: session.profile.full_name }
  return {
    session,
    follow: (stream: EventStream<DeskEvent>) =>
      void new DeskStream(chatFeedOf(context), stream, connection_id).open(agent),
  }
}

/** One chat screen. */
class DeskStream {
  #feed: ChatFeed
  #stream: EventStream<DeskEvent>
  #connection: { id: string; process_id: string }
  #connected: Promise<unknown> = Promise.resolve()
  #isWaiting = true

  constructor(feed: ChatFeed, stream: EventStream<DeskEvent>, id: string) {
    this.#feed = feed
    this.#stream = stream
    this.#connection = { id, process_id: feed.process_id }
    stream.onClose(() => void this.#close())
  }

  async open(agent: { id: string; name: string }) {
    try {
      await this.#feed.addDesk(this)
      if (this.#stream.isClosed) return
      this.#connected = connectAgent(this.#feed.context.db, this.#connection, agent)
      await this.#connected
    } catch (err) {
      return this.#stream.fail(err)
    }
    await this.#restart()
  }

  wake(wake: DeskWake) {
    if (this.#isWaiting) return
    if (wake.type === 'resync' || this.#stream.isBehind) void this.#restart()
    else this.#stream.send(wake)
  }

  end() {
    this.#stream.end()
  }

  /** `ready` makes the screen read everything again; what happened before it need not be sent. */
  async #restart() {
    this.#isWaiting = true
    await this.#stream.drained()
    this.#isWaiting = false
    this.#stream.send({ type: 'ready', agents: this.#feed.agents })
  }

  async #close() {
    const { context } = this.#feed
    this.#feed.removeDesk(this)
    if (context.signals.closing.aborted) return
    try {
      await this.#connected
      await disconnectAgent(context.db, this.#connection)
    } catch (err) {
      context.log.warn({ err }, 'an agent left the chat, which was not stored')
    }
  }
}

export const chatStreams = [
  eventStreamRoute({ procedure: chat.events, events: ChatEvent, open: followConversation }),
  eventStreamRoute({
    procedure: chat_conversations.events,
    events: DeskEvent,
    open: (context, { connection_id }) => followDesk(context, connection_id),
  }),
]
