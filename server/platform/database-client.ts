import { Socket } from 'node:net'
import pg from 'pg'

const CONNECT_WITHIN_MS = 10_000

type Options = {
  /**
   * A connection without a byte in either direction for so long is dead, even if nobody has closed it: the network or
   * a proxy in between has forgotten it. Only for connections on which the server answers sooner.
   */
  silenceMs?: number | undefined
  /** What operators see in `pg_stat_activity`. */
  application_name?: string | undefined
}

/** The options that every connection to PostgreSQL has. */
export const connectionOptions = (url: string, { silenceMs, application_name }: Options = {}) => ({
  connectionString: url,
  ...(application_name && { application_name }),
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  stream: () => openSocket(silenceMs),
})

function openSocket(silenceMs = 0) {
  const socket = new Socket()
  socket.on('error', markLost)
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('PostgreSQL does not answer')))
  return socket
}

/** One connection; its loss fails the queries on it, and nothing else. */
export function openClient(url: string, options?: Options) {
  const client = new pg.Client(connectionOptions(url, options))
  client.on('error', markLost)
  return client
}

/** The errors of these connections. Those of S3, of a mail server or of a file have the same codes. */
const lost = new WeakSet<Error>()

export const markLost = (error: Error) => void lost.add(error)

export const isLostConnection = (error: Error) => lost.has(error)
