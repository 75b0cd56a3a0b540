import { randomUUID } from 'node:crypto'
import type { ChatEvent } from '#contract/chat.ts'
import type { DeskEvent } from '#contract/chat-desk.ts'
import type { ChatMessage } from '#contract/chat-messages.ts'
import type { LiveChange } from '#contract/insights.ts'
import { BEHIND_PROXY, givenSignedIn, givenVisitor, type Visitor } from './account-factories.ts'
import { onFileEnd } from './cleanup.ts'
import { givenAdmin } from './factories.ts'
import { givenClock, givenServer } from './server.ts'

type Shop = Awaited<ReturnType<typeof givenServer>>
type Chat = { id: string; secret: string }

/** Two web processes on one database, with one clock. */
export async function givenChatShop() {
  const clock = givenClock(new Date('2026-03-02T10:00:00'))
  const first = await givenServer({ env: BEHIND_PROXY, now: clock.now })
  const second = await givenServer({
    env: { ...BEHIND_PROXY, SESSION_SECRET: first.config.secrets.session },
    databaseUrl: first.databaseUrl,
    now: clock.now,
  })
  let networks = 0
  const nextIp = () => `10.9.${++networks >> 8}.${networks & 255}`
  return {
    first,
    second,
    clock,
    db: first.db,
    shopper: (shop = first) => givenVisitor(shop, { ip: nextIp() }),
    agent: async (shop = first) => givenSignedIn(shop, await givenAdmin(shop.db), { ip: nextIp() }),
  }
}

/** A conversation that a shopper has just started. */
export async function givenChat(
  visitor: Visitor,
  given: Partial<{
    customer_name: string
    customer_email: string
    follow_up_by_mail: boolean
  }> = {},
): Promise<Chat> {
  const { status, body } = await visitor.post('/api/chat_conversations', {
    customer_name: 'Iris Bloom',
    customer_email: 'iris@example.com',
    ...given,
  })
  if (status !== 200) throw new Error(`No conversation: ${JSON.stringify(body)}`)
  const { conversation, secret } = body as { conversation: { id: string }; secret: string }
  return { id: conversation.id, secret }
}

/** Sends as the customer. */
export async function say(
  visitor: Visitor,
  { id, secret }: Chat,
  message: string,
  client_id: string = randomUUID(),
) {
  const answer = await visitor.post('/api/chat_messages', {
    conversation_id: id,
    secret,
    client_id,
    message,
  })
  return { ...answer, body: answer.body as ChatMessage & { code?: string } }
}

export const answer = (agent: Visitor, id: string, input: object) =>
  agent.post(`/api/chat_conversations/${id}/replies`, { client_id: randomUUID(), ...input })

export const followChat = (
  shop: Pick<Shop, 'url'>,
  visitor: Visitor,
  { id, secret }: Partial<Chat>,
  after_seq = 0,
) =>
  openStream<ChatEvent>(shop, visitor, `/api/chat_conversations/${id}/events`, {
    secret,
    after_seq,
  })

/** The stream of the chat screen, and the id that its heartbeats name. */
export async function followDesk(shop: Pick<Shop, 'url'>, agent: Visitor) {
  const connection_id = randomUUID()
  const stream = await openStream<DeskEvent>(
    shop,
    agent,
    `/api/chat/events?connection_id=${connection_id}`,
  )
  return { ...stream, connection_id }
}

/** The stream of an open back office. */
export const followChanges = (shop: Pick<Shop, 'url'>, admin: Visitor) =>
  openStream<LiveChange & { type: never }>(shop, admin, '/api/live/changes')

type Of<Event extends { type: string }, Type extends Event['type']> = Extract<Event, { type: Type }>

/** Server-sent events over fetch: `next` waits for the first event that fits, from where the last call stopped. */
async function openStream<Event extends { type: string }>(
  shop: Pick<Shop, 'url'>,
  { cookies }: Visitor,
  path: string,
  body?: object,
) {
  const stop = new AbortController()
  onFileEnd(async () => stop.abort())
  const response = await fetch(shop.url + path, {
    method: body ? 'POST' : 'GET',
    signal: stop.signal,
    headers: {
      origin: shop.url,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const events: Event[] = []
  let wake = () => {}
  let ended = false
  const receive = (event: Event & { connection_id?: string }) => {
    events.push(event)
    if (event.type !== 'heartbeat' || !event.connection_id || isSilent) return
    answered = answerHeartbeat(event.connection_id)
  }
  let isSilent = false
  let answered: Promise<unknown> = Promise.resolve()
  /** Reads on, but answers no more heartbeats. */
  const fallSilent = async () => {
    isSilent = true
    await answered
  }
  const answerHeartbeat = (connection_id: string) =>
    fetch(`${shop.url}/api/chat/connections/${connection_id}/seen`, {
      method: 'PUT',
      headers: { origin: shop.url },
    }).catch(() => {})
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) receive(JSON.parse(data))
      }
      wake()
    }
  }
  const finished = (response.ok ? read() : Promise.resolve())
    .catch(() => {})
    .finally(() => {
      ended = true
      wake()
    })
  let position = 0

  async function next<Type extends Event['type']>(
    type: Type,
    fits: (event: Of<Event, Type>) => boolean = () => true,
  ): Promise<Of<Event, Type>> {
    for (;;) {
      const event = events[position]
      if (event) {
        position += 1
        if (event.type === type && fits(event as Of<Event, Type>)) return event as Of<Event, Type>
      } else if (ended) throw new Error(`The stream ended before ${type}`)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }

  return { status: response.status, events, next, finished, fallSilent, close: () => stop.abort() }
}
