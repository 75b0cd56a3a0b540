import { randomUUID } from 'node:crypto'
import type { ChatAgent, DeskEvent } from '#contract/chat-desk.ts'
import { HEARTBEAT_MS } from '#contract/chat-rules.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import type { Signals } from '#server/platform/signals.ts'
import { writeInBatches } from '#server/platform/write-in-batches.ts'
import {
  CHAT_TOPIC,
  type ChatSignal,
  type ConversationSummary,
  type TypingSignal,
} from './chat-signals.ts'
import {
  connectCustomers,
  disconnectCustomers,
  disconnectProcess,
  forgetDeadProcesses,
  listAgents,
  renewCustomers,
  silentCustomers,
} from './presence.ts'
import { createTypingMarks } from './typing-marks.ts'

/** A commit for each answer would delay the messages. */
const ANSWERS_MS = 1000

type Resync = { type: 'resync' }

/** What a customer's stream is woken for; `resync`: something may have been missed. */
export type CustomerWake =
  | { type: 'message'; message: Extract<ChatSignal, { kind: 'message' }>['message'] }
  | { type: 'conversation'; conversation: ConversationSummary }
  | { type: 'agent' }
  | Resync

export type DeskWake = Exclude<DeskEvent, { type: 'ready' }> | Resync

/** An open stream of this process. */
type Follower<Wake> = { wake: (wake: Wake) => void; end: () => void }
export type CustomerFollower = Follower<CustomerWake> & { id: string; conversation_id: string }
type DeskFollower = Follower<DeskWake>

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
  // When the network is back, thousands may connect at once: they must not take all connections to the database.
  readonly connectCustomer: (customer: CustomerFollower) => Promise<void>
  readonly disconnectCustomer: (customer: CustomerFollower) => Promise<void>
  readonly context: AppContext
  /** By conversation, then by the id of the connection. */
  #customers = new Map<string, Map<string, CustomerFollower>>()
  #desks = new Set<DeskFollower>()
  #agents: ChatAgent[] = []
  #agentsRead: Promise<unknown> = Promise.resolve()
  #ticker: NodeJS.Timeout | undefined
  /** Connections whose browsers have answered since the last write. */
  #answered = new Set<string>()

  constructor(context: AppContext) {
    this.context = context
    const { db } = context
    const rows = (customers: CustomerFollower[]) =>
      customers.map(({ id, conversation_id }) => ({
        id,
        conversation_id,
        process_id: this.process_id,
      }))
    this.connectCustomer = writeInBatches((customers) => connectCustomers(db, rows(customers)))
    this.disconnectCustomer = writeInBatches((customers) =>
      disconnectCustomers(db, rows(customers)),
    )
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

  async addCustomer(customer: CustomerFollower) {
    const { id, conversation_id } = customer
    const sameConversation = this.#customers.get(conversation_id) ?? new Map()
    this.#customers.set(conversation_id, sameConversation.set(id, customer))
    await this.#start()
  }

  removeCustomer(customer: CustomerFollower) {
    const { id, conversation_id } = customer
    const sameConversation = this.#customers.get(conversation_id)
    sameConversation?.delete(id)
    if (sameConversation?.size === 0) this.#customers.delete(conversation_id)
    this.#stopIfIdle()
  }

  async addDesk(desk: DeskFollower) {
    this.#desks.add(desk)
    await this.#start()
  }

  removeDesk(desk: DeskFollower) {
    this.#desks.delete(desk)
    this.#stopIfIdle()
  }

  /** The browser of a customer has answered a heartbeat. Stored a little later, together with other answers. */
  renewCustomer(connection_id: string) {
    if (this.#answered.size === 0) setTimeout(() => void this.#storeAnswers(), ANSWERS_MS).unref()
    this.#answered.add(connection_id)
  }

  async #storeAnswers() {
    const ids = [...this.#answered]
    this.#answered.clear()
    try {
      await renewCustomers(this.context.db, ids)
    } catch (err) {
      this.context.log.warn({ err }, 'answers to heartbeats were not stored')
    }
  }

  countStreams(conversation_id: string) {
    return this.#customers.get(conversation_id)?.size ?? 0
  }

  /** With the first stream. Until then nothing was worth knowing, so the list of agents may be old. */
  async #start() {
    if (this.#ticker) return
    this.#ticker = setInterval(() => void this.#tick(), HEARTBEAT_MS).unref()
    this.#agents = await listAgents(this.context.db)
  }

  #stopIfIdle() {
    if (this.#customers.size > 0 || this.#desks.size > 0) return
    clearInterval(this.#ticker)
    this.#ticker = undefined
  }

  async #tick() {
    this.#toDesks({ type: 'heartbeat' })
    try {
      await this.endSilentStreams()
      await forgetDeadProcesses(this.context.db)
    } catch (err) {
      this.context.log.warn({ err }, 'presence in the chat was not checked')
    }
    this.#refreshAgents()
  }

  /** A stream whose heartbeats are not answered reaches nobody. A browser that still reads it connects again. */
  async endSilentStreams() {
    const { db } = this.context
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
        if (this.#desks.size === 0) break
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
      .catch((err) => this.context.log.warn({ err }, 'the agents in the chat were not read'))
  }

  async #readAgents() {
    if (!this.#ticker) return
    const agents = await listAgents(this.context.db)
    if (JSON.stringify(agents) === JSON.stringify(this.#agents)) return
    const wasOnline = this.agentOnline
    this.#agents = agents
    this.#toDesks({ type: 'agents', agents })
    if (wasOnline === this.agentOnline) return
    for (const customer of this.#allCustomers()) customer.wake({ type: 'agent' })
  }

  #toCustomers(conversation_id: string, wake: CustomerWake) {
    for (const customer of this.#customers.get(conversation_id)?.values() ?? []) customer.wake(wake)
  }

  #toDesks(wake: DeskWake) {
    for (const desk of this.#desks) desk.wake(wake)
  }

  *#allCustomers() {
    for (const customers of this.#customers.values()) yield* customers.values()
  }

  #resyncAll() {
    for (const customer of this.#allCustomers()) customer.wake(RESYNC)
    this.#toDesks(RESYNC)
  }

  async #close() {
    clearInterval(this.#ticker)
    this.#ticker = undefined
    for (const follower of [...this.#allCustomers(), ...this.#desks]) follower.end()
    await disconnectProcess(this.context.db, this.process_id)
  }
}
