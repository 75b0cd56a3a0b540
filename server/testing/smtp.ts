import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onFileEnd } from './cleanup.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  raw: string
  /** By lower-case name, unfolded, in the order of the mail. */
  headers: [name: string, value: string][]
}

type MailServerEvents = {
  onAccepted?: (mail: ReceivedMail) => void
  onStalled?: (address: string) => void
}

/**
 * A real mail server that records what it receives. It can refuse addresses, never answer about them (`stalled`),
 * stop and start again.
 */
export async function givenMailServer({ onAccepted, onStalled }: MailServerEvents = {}) {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, string>()
  const stalled = new Set<string>()
  let server: SMTPServer | undefined
  let port = 0

  const start = () =>
    new Promise<void>((resolve) => {
      const opened = new SMTPServer({
        authOptional: true,
        closeTimeout: 50,
        disabledCommands: ['STARTTLS', 'AUTH'],
        onRcptTo({ address }, _session, done) {
          if (stalled.has(address)) return onStalled?.(address)
          const reason = refusals.get(address)
          done(reason ? Object.assign(new Error(reason), { responseCode: 550 }) : undefined)
        },
        async onData(stream, { envelope }, done) {
          // One whose client was killed in the middle of it is no mail.
          const raw = await text(stream).catch(() => undefined)
          if (raw === undefined) return
          const mail = {
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw,
            headers: headersOf(raw),
          }
          received.push(mail)
          done()
          onAccepted?.(mail)
        },
      })
      // Tests kill clients in the middle of a connection.
      opened.on('error', () => {})
      opened.listen(port, '127.0.0.1', () => {
        // The same port after a restart.
        port = (opened.server.address() as AddressInfo).port
        server = opened
        resolve()
      })
    })

  const stop = () =>
    new Promise<void>((resolve) => {
      if (server) server.close(resolve)
      else resolve()
      server = undefined
    })

  await start()
  onFileEnd(stop)
  const env = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port) }
  return { env, received, refusals, stalled, start, stop }
}

function headersOf(raw: string): ReceivedMail['headers'] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
}

export const headerOf = (mail: ReceivedMail | undefined, name: string) =>
  mail?.headers.find(([known]) => known === name)?.[1]
