import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** JSON lines on stdout. What may hold personal data never reaches it: no bodies, no addresses, no query strings. */
export const createLog = (level: string) =>
  pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        message: withoutAddresses(error.message),
        code: error.code,
        stack: error.stack && withoutAddresses(error.stack),
      }),
    },
  })

const withoutAddresses = (text: string) => text.replace(/[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[address]')
