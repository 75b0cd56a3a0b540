import { type DestinationStream, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * JSON lines on stdout. Nothing personal reaches them: no bodies, no addresses, no query strings, no parameters
 * of queries.
 */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)) =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  )

type LoggedError = Error & { code?: unknown; query?: unknown }
type ErrorDescription = {
  type: string
  message: string
  code?: unknown
  stack?: string
  cause?: ErrorDescription
}

function describeError(error: LoggedError): ErrorDescription {
  return {
    type: error.name,
    message: safeMessage(error),
    code: error.code,
    stack: framesOf(error),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  }
}

function safeMessage({ name, message, query, code }: LoggedError): string {
  // The driver's message repeats the parameters behind the statement.
  if (typeof query === 'string') return `Failed query: ${query}`
  // It quotes the text that is not JSON.
  if (name === 'SyntaxError') return 'Malformed text'
  const masked = message.replace(/[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[address]')
  // PostgreSQL's data exceptions quote the value.
  return typeof code === 'string' && code.startsWith('22')
    ? masked.replace(/"[^"]*"/g, '"…"')
    : masked
}

/** The frames alone, unmasked: paths of packages hold an @, too. */
const framesOf = ({ stack }: Error) =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
