import type { IncomingMessage, ServerResponse } from 'node:http'

export type Call = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  remoteAddress: string
  body: Buffer
}

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** Runs once the answer has left: work that must not come before it. */
  afterwards?: () => void
}

export class Refused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export const json = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

export const message = (status: number, text: string) => json({ message: text }, status)

export const unauthorized = () => message(401, '401 Unauthorized')

export const notFound = () => message(404, '404 Not Found')

export const badRequest = (text: string) => new Refused(message(400, text))

export const redirect = (location: string, afterwards?: () => void): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
  afterwards,
})

const largestBody = 1024 * 1024

export async function readCall(request: IncomingMessage): Promise<Call> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    size += piece.length
    if (size > largestBody) throw new Refused(message(413, '413 Payload Too Large'))
    pieces.push(piece)
  }
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://simulator.invalid'),
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress ?? '',
    body: Buffer.concat(pieces),
  }
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { afterwards } = answer
  if (afterwards) response.once('close', afterwards)
  response.writeHead(answer.status, {
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(answer.body),
    ...answer.headers,
  })
  response.end(answer.body)
}

export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw badRequest('The request body is not JSON.')
  }
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
