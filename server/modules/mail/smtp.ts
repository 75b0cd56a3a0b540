import { createTransport } from 'nodemailer'
import type { MailMessage } from './compose-message.ts'

export type SmtpSettings = {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
}

export type Smtp = ReturnType<typeof openSmtp>

/** A whole delivery, however slowly the server answers; ten of them fit into a job's time. */
const SLOWEST_DELIVERY_MS = 25_000
const STEP_MS = 10_000

/** One connection to the mail server, kept open between mails. */
export function openSmtp(settings: SmtpSettings, slowestMs = SLOWEST_DELIVERY_MS) {
  let transport = connect(settings)
  return {
    /** Resolves once the server has taken responsibility for the mail. */
    async send(message: MailMessage) {
      const used = transport
      const giveUp = setTimeout(() => {
        transport = connect(settings)
        used.close({ force: true })
      }, slowestMs)
      try {
        await used.sendMail(message)
      } finally {
        clearTimeout(giveUp)
      }
    },
    close: () => transport.close(),
  }
}

function connect({ host, port, user, password }: SmtpSettings) {
  const isHere = /^(localhost|127\.|\[?::1)/.test(host)
  return createTransport({
    pool: true,
    // More than one mail on its way would be more than one to repeat if the process is killed.
    maxConnections: 1,
    // Only for a connection that the server dropped while it was idle: nothing of the mail was sent.
    maxRequeues: 1,
    host,
    port,
    auth: user ? { user, pass: password ?? '' } : undefined,
    // 465 speaks TLS from the first byte, 587 upgrades. A password never travels in the clear.
    secure: port === 465,
    requireTLS: port === 587 || (user !== undefined && !isHere),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: 2 * STEP_MS,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The server refused this recipient or this text for good; another try would end the same way. */
export function isRefusedForGood(error: unknown) {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 503
}
