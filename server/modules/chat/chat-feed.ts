import { randomUUID } from 'node:crypto'
import type { ChatAgent, DeskEvent } from '#contract/chat-desk.ts'
import { HEARTBEAT_MS } from '#contract/chat-rules.ts'
import { batched } from '#server/platform/batched.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import type { Signals } from '#server/platform/signals.ts'
import {
  CHAT_TOPIC,
  type ChatSignal,
  type ConversationSummary,
  type TypingSignal,
} from './chat-signals.ts'
import type { EventQueue } from './event-queue.ts'
import {
  disconnectProcess,
  forgetDeadProcesses,
  listAgents,
  renewCustomers,
  silentCustomers,
} from './presence.ts'
import { createTypingMarks } from './typing-marks.ts'

/** Heartbeats are spread over their interval, so that not all browsers answer at the same moment. */
const HEARTBEAT_SLOTS = 30

type Resync = { type: 'resync' }

/** What a customer's stream is woken for; `resync`: something may have been missed. */
export type CustomerWake =
  | { type: 'message'; message: Extract<ChatSignal, { kind: 'message' }>['message'] }
  | { type: 'conversation'; conversation: ConversationSummary }
  | { type: 'agent' }
  | { type: 'heartbeat' }
  | Resync

export type DeskWake = Exclude<DeskEvent, { type: 'ready' }> | Resync

const RESYNC: Resync = { type: 'resync' }

const feeds = new WeakMap<Signals, ChatFeed>()

/** The one of this process, made when the first stream is opened. */
export function chatFeedOf(context: AppContext) {
  const known = feeds.get(context.signals)
  if (known) return known
  const created = new ChatFeed(context)
  feeds.set(context.signals, created)
  return created
}

/** Hands the signals of all processes to the streams of this one. */
export class ChatFeed {
  readonly process_id = randomUUID()
  readonly typing = createTypingMarks()
  /** The browser of a customer has answered a heartbeat. */
  readonly renewCustomer: (connection_id: string) => Promise<void>
  #context: AppContext
  /** By conversation, then by the id of the connection. */
  #customers = new Map<string, Map<string, EventQueue<CustomerWake>>>()
  #desks = new Set<EventQueue<DeskWake>>()
  #agents: ChatAgent[] = []
  #agentsRead: Promise<unknown> = Promise.resolve()
  #ticker: NodeJS.Timeout | undefined
  #slots = Array.from({ length: HEARTBEAT_SLOTS }, () => new Set<EventQueue<CustomerWake>>())
  #slot = 0

  constructor(context: AppContext) {
    this.#context = context
    this.renewCustomer = batched((ids) => renewCustomers(context.db, ids))
    const { signals } = context
    signals.on(CHAT_TOPIC, (signal) => this.#receive(signal as ChatSignal))
    signals.onGap(() => this.#resyncAll())
    signals.onClose(() => this.#close())
  }

  get agents() {
    return this.#agents
  }

  get agentOnline() {
    return this.#agents.length > 0
  }

  /** Adds a customer's stream; call the result when it ends. */
  async addCustomer(
    { id, conversation_id }: { id: string; conversation_id: string },
    queue: EventQueue<CustomerWake>,
  ) {
    const queues = this.#customers.get(conversation_id) ?? new Map()
    this.#customers.set(conversation_id, queues.set(id, queue))
    const slot = this.#slots.reduce((least, other) => (other.size < least.size ? other : least))
    slot.add(queue)
    await this.#start()
    return () => {
      slot.delete(queue)
      queues.delete(id)
      if (queues.size === 0) this.#customers.delete(conversation_id)
      this.#stopIfIdle()
    }
  }

  async addDesk(queue: EventQueue<DeskWake>) {
    this.#desks.add(queue)
    await this.#start()
    return () => {
      this.#desks.delete(queue)
      this.#stopIfIdle()
    }
  }

  countStreams(conversation_id: string) {
    return this.#customers.get(conversation_id)?.size ?? 0
  }

  /** With the first stream. Until then nothing was worth knowing, so the list of agents may be old. */
  async #start() {
    if (this.#ticker) return
    const tick = () => void this.#tick()
    this.#ticker = setInterval(tick, HEARTBEAT_MS / HEARTBEAT_SLOTS).unref()
    this.#agents = await listAgents(this.#context.db)
  }

  #stopIfIdle() {
    if (this.#customers.size > 0 || this.#desks.size > 0) return
    clearInterval(this.#ticker)
    this.#ticker = undefined
  }

  async #tick() {
    this.#slot = (this.#slot + 1) % HEARTBEAT_SLOTS
    for (const queue of this.#slots[this.#slot] ?? []) queue.push({ type: 'heartbeat' })
    if (this.#slot !== 0) return
    for (const queue of this.#desks) queue.push({ type: 'heartbeat' })
    try {
      await this.endSilentStreams()
      await forgetDeadProcesses(this.#context.db)
    } catch (err) {
      this.#context.log.warn({ err }, 'presence in the chat was not checked')
    }
    this.#refreshAgents()
  }

  /** A stream whose heartbeats are not answered reaches nobody. A browser that still reads it connects again. */
  async endSilentStreams() {
    const { db } = this.#context
    for (const { id, conversation_id } of await silentCustomers(db, this.process_id)) {
      this.#customers
        .get(conversation_id ?? '')
        ?.get(id)
        ?.end()
    }
  }

  #receive(signal: ChatSignal) {
    switch (signal.kind) {
      case 'message':
        this.#toCustomers(signal.conversation.id, { type: 'message', message: signal.message })
        this.#toDesks({ type: 'message', message: signal.message })
        this.#toDesks({ type: 'conversation', conversation: this.withTyping(signal.conversation) })
        break
      case 'conversation':
        this.#toCustomers(signal.conversation.id, {
          type: 'conversation',
          conversation: signal.conversation,
        })
        this.#toDesks({ type: 'conversation', conversation: this.withTyping(signal.conversation) })
        break
      case 'started':
        this.#toDesks({ type: 'started', conversation: this.withTyping(signal.conversation) })
        break
      case 'long-message':
        this.#toCustomers(signal.conversation_id, RESYNC)
        this.#toDesks(RESYNC)
        break
      case 'typing':
        this.#receiveTyping(signal)
        break
      case 'agents':
        this.#refreshAgents()
    }
  }

  #receiveTyping({ kind, ...signal }: TypingSignal) {
    this.typing.set(signal.conversation_id, signal.agent?.id ?? 'customer', signal.typing)
    this.#toDesks({ type: 'typing', ...signal })
    if (signal.sender_type === 'admin') {
      this.#toCustomers(signal.conversation_id, { type: 'agent' })
    }
  }

  withTyping(conversation: ConversationSummary) {
    return {
      ...conversation,
      customer_typing: this.typing.isCustomerTyping(conversation.id),
      agent_typing: this.typing.isAgentTyping(conversation.id),
    }
  }

  /** One after the other, so that an older list never replaces a newer one. */
  #refreshAgents() {
    this.#agentsRead = this.#agentsRead
      .then(() => this.#readAgents())
      .catch((err) => this.#context.log.warn({ err }, 'the agents in the chat were not read'))
  }

  async #readAgents() {
    if (!this.#ticker) return
    const agents = await listAgents(this.#context.db)
    if (JSON.stringify(agents) === JSON.stringify(this.#agents)) return
    const wasOnline = this.agentOnline
    this.#agents = agents
    this.#toDesks({ type: 'agents', agents })
    if (wasOnline === this.agentOnline) return
    for (const queue of this.#allCustomers()) queue.push({ type: 'agent' })
  }

  #toCustomers(conversation_id: string, wake: CustomerWake) {
    for (const queue of this.#customers.get(conversation_id)?.values() ?? []) queue.push(wake)
  }

  #toDesks(wake: DeskWake) {
    for (const queue of this.#desks) queue.push(wake)
  }

  *#allCustomers() {
    for (const queues of this.#customers.values()) yield* queues.values()
  }

  #resyncAll() {
    for (const queue of this.#allCustomers()) queue.push(RESYNC)
    this.#toDesks(RESYNC)
  }

  async #close() {
    clearInterval(this.#ticker)
    this.#ticker = undefined
    for (const queue of [...this.#allCustomers(), ...this.#desks]) queue.end()
    await disconnectProcess(this.#context.db, this.process_id)
  }
}
