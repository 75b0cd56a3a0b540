import type { APIRequestContext, Page } from '@playwright/test'
import type { ChatEvent } from '#contract/chat.ts'
import { expect } from './fixtures.ts'

/** A customer of the live chat, without the widget: the API, and a stream that can be lost. */
export async function givenCustomer(request: APIRequestContext, origin: string) {
  const name = `Wren ${crypto.randomUUID().slice(0, 8)}`
  const post = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await request.fetch(`/api${path}`, { method, data, headers: { origin } })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.json()
  }
  const started = await post('POST', '/chat_conversations', {
    customer_name: name,
    customer_email: `${name.slice(5)}@example.com`,
  })
  const { secret } = started
  const id: string = started.conversation.id
  return {
    id,
    name,
    say: (message: string) =>
      post('POST', '/chat_messages', {
        conversation_id: id,
        secret,
        client_id: crypto.randomUUID(),
        message,
      }),
    type: (typing: boolean) =>
      post('PUT', `/chat_conversations/${id}/customer_typing`, { secret, typing }),
    lookAt: (context: object) =>
      post('PUT', `/chat_conversations/${id}/context`, { secret, context }),
    close: () => post('PUT', `/chat_conversations/${id}/closed`, { secret }),
    connect: () => connect(`${origin}/api/chat_conversations/${id}/events`, origin, secret),
  }
}

/** An open stream: what was heard on it, until it is ended. */
async function connect(url: string, origin: string, secret: string) {
  const ending = new AbortController()
  const heard: ChatEvent[] = []
  const answer = await fetch(url, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ secret, after_seq: 0 }),
    signal: ending.signal,
  })
  expect(answer.status, 'the stream of the customer').toBe(200)
  const onEvent = (event: ChatEvent) => {
    heard.push(event)
    if (event.type !== 'heartbeat') return
    const seen = `${origin}/api/chat/connections/${event.connection_id}/seen`
    void fetch(seen, { method: 'PUT', headers: { origin } }).catch(() => {})
  }
  void readEvents(answer, onEvent).catch(() => {})
  return { heard, end: () => ending.abort() }
}

async function readEvents(answer: Response, onEvent: (event: ChatEvent) => void) {
  let text = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data) onEvent(JSON.parse(data))
    }
  }
}

/** Closing asks first. */
export async function closeChat(page: Page) {
  await page.getByRole('button', { name: 'Close Chat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close chat' }).click()
}
