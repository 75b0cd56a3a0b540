import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signatureOf } from '#server/modules/connections/send-webhook.ts'
import { onFileEnd } from './cleanup.ts'

type Received = { id: string; type: string; data: Record<string, unknown>; isSigned: boolean }
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A program that is called. It checks signatures, and misbehaves as a test wants. */
export async function givenReceiver() {
  const received: Received[] = []
  let secret = ''
  let answer: Answer = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[`webhook-${name}`] ?? '')
    const message = { id: header('id'), timestamp: Number(header('timestamp')), body }
    const { type, data } = JSON.parse(body)
    const isSigned = secret !== '' && header('signature') === signatureOf(secret, message)
    received.push({ id: message.id, type, data, isSigned })
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    ids: () => new Set(received.map(({ id }) => id)),
    expectSecret: (given: string) => {
      secret = given
    },
    /** What it answers from now on. */
    answerWith: (next: Answer) => {
      answer = next
    },
  }
}
