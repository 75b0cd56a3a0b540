import { createTransport, type SendMailOptions } from 'nodemailer'

export type SmtpSettings = {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined
}

export type Smtp = ReturnType<typeof openSmtp>

/** For a whole delivery; a batch of ten fits into the expiry of a job. */
const DELIVERY_TIMEOUT_MS = 25_000
const STEP_TIMEOUT_MS = 10_000

/** One connection to the mail server, reused for several mails. */
export function openSmtp(settings: SmtpSettings, timeoutMs = DELIVERY_TIMEOUT_MS) {
  let transport = connect(settings)
  return {
    /** Resolves once the server has taken responsibility for the mail. */
    async send(message: SendMailOptions) {
      const used = transport
      const giveUp = setTimeout(() => {
        transport = connect(settings)
        used.close({ force: true })
      }, timeoutMs)
      try {
        await used.sendMail(message)
      } finally {
        clearTimeout(giveUp)
      }
    },
    close: () => transport.close(),
  }
}

/** Connects and signs in, without sending anything. */
export async function checkSmtp(settings: SmtpSettings) {
  const transport = connect(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function connect({ host, port, user, password, dkim }: SmtpSettings) {
  const isLocal = /^(localhost|127\.|\[?::1)/.test(host)
  return createTransport({
    pool: true,
    // A killed process may repeat the mails that are on their way, so only one is.
    maxConnections: 1,
    // Retries only after the server dropped an idle connection, when nothing of the mail was sent.
    maxRequeues: 1,
    host,
    port,
    dkim,
    auth: user ? { user, pass: password ?? '' } : undefined,
    // 465 is implicit TLS, 587 STARTTLS. A password is never sent in the clear to another machine.
    secure: port === 465,
    requireTLS: port === 587 || (user !== undefined && !isLocal),
    dnsTimeout: STEP_TIMEOUT_MS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: 2 * STEP_TIMEOUT_MS,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The server refused this recipient or text permanently, so a retry is pointless. */
export function isPermanentFailure(error: unknown) {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 503
}
