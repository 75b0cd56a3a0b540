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

type SmtpError = { command?: string; responseCode?: number; response?: string }

/** The server refused this recipient or text permanently, so a retry is pointless. */
export function isPermanentFailure(error: unknown) {
  const { command, responseCode } = error as SmtpError
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 503
}

/**
 * The server says that there is no such mailbox. Not every refusal does: with 5.7.x, or in words, a server refuses
 * our login, our reputation or relaying, which says nothing about the address.
 */
export function isUnknownRecipient(error: unknown) {
  const { command, responseCode, response = '' } = error as SmtpError
  if (command !== 'RCPT TO' || ![550, 551, 553].includes(responseCode ?? 0)) return false
  const status = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status) return /^5\.1\.|^5\.2\.1$/.test(status)
  return !/relay|auth|spam|block|polic|denied|reputation/i.test(response)
}
