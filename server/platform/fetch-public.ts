import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AddressRefused, pinnedTo, type Reachable, resolvePublic } from './public-address.ts'

/** `isFinal`: another try would end the same way. `isLate`: the server was silent. The message is for the owner. */
export class FetchError extends Error {
  readonly isFinal: boolean
  readonly isLate: boolean
  constructor(
    message: string,
    { isFinal, isLate = false }: { isFinal: boolean; isLate?: boolean },
  ) {
    super(message)
    this.name = 'FetchError'
    this.isFinal = isFinal
    this.isLate = isLate
  }
}

type Options = Reachable & {
  /** For the whole answer. A server that sends a byte now and then does not hold us. */
  timeoutMs: number
}

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const HEADERS = { 'user-agent': 'Petal', accept: 'image/*', 'accept-encoding': 'identity' }

const failed = (message: string) => new FetchError(message, { isFinal: false })
const refused = (message: string) => new FetchError(message, { isFinal: true })

/**
 * Fetches an address that somebody else chose, and lets `use` read the answer. Only http and https, and only public
 * hosts: the shop must not become a way into the network that it runs in. The host is resolved once; all its addresses
 * are checked, and the connection goes to the one that was checked, so that a second answer of the name server changes
 * nothing. Each redirect is checked the same way.
 */
export async function fetchPublic<Result>(
  address: string,
  options: Options,
  use: (body: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  let url = readUrl(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await open(url, options, deadline)
    const { statusCode: status = 0, headers } = response
    try {
      if (!REDIRECTS.includes(status)) {
        if (status !== 200) throw refusalOf(status)
        return await use(response).catch((error) => {
          throw deadline.aborted && !response.complete ? late() : error
        })
      }
      if (!headers.location) throw refused('The server leads to nowhere')
      url = readUrl(headers.location, url)
    } finally {
      response.destroy()
    }
  }
  throw refused('The server leads from one address to the next without end')
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refused('The address must start with http:// or https://')
  }
  if (url.username || url.password) throw refused('The address holds a password')
  return url
}

/** A server that is busy or broken may answer later; one that has no such picture will not. */
function refusalOf(status: number) {
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500
  return new FetchError(`The server answered with ${status}`, { isFinal: !isPassing })
}

async function open(url: URL, options: Options, deadline: AbortSignal): Promise<IncomingMessage> {
  const pinned = await orTimeout(deadline, resolvePublic(url.hostname, options).catch(explain))
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  // No agent: a connection of an earlier request could lead elsewhere.
  const started = request(url, {
    agent: false,
    headers: HEADERS,
    lookup: pinnedTo(pinned),
    signal: deadline,
  })
  return orTimeout(deadline, answerOf(started))
}

const answerOf = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // Also after the answer has begun: an error without a listener would end the process.
    request.on('error', (error) => reject(failed(describe(error))))
    request.end()
  })

function explain(error: Error): never {
  if (!(error instanceof AddressRefused)) throw error
  throw new FetchError(error.message, error)
}

const late = () =>
  new FetchError('The server did not answer in time', { isFinal: false, isLate: true })

/** A name server that never answers cannot be aborted, so it is left behind. */
function orTimeout<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(late())
    if (deadline.aborted) onTimeout()
    deadline.addEventListener('abort', onTimeout, { once: true })
    work
      .then(resolve, (error) => reject(deadline.aborted ? late() : error))
      .finally(() => deadline.removeEventListener('abort', onTimeout))
  })
}

function describe(error: Error & { code?: string }) {
  if (error.code === 'ECONNREFUSED') return 'The server takes no connections'
  if (error.code?.startsWith('ERR_TLS') || /certificate/i.test(error.message)) {
    return 'The certificate of the server is not valid'
  }
  return 'The connection to the server broke'
}
