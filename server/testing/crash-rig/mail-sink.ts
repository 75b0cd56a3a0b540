import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server as a process of its own: a mail is on disk before it is accepted, so a kill loses none. */
const { MAIL_SINK_FILE = '', MAIL_SINK_PORT = '' } = process.env

const headerIn = (raw: string, name: string) => {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  async onData(stream, { envelope }, done) {
    // One whose client was killed in the middle of it is no mail.
    const raw = await text(stream).catch(() => undefined)
    if (raw === undefined) return
    const mail = {
      to: envelope.rcptTo.map(({ address }) => address).join(','),
      message_id: headerIn(raw, 'message-id'),
      subject: headerIn(raw, 'subject'),
    }
    appendFileSync(MAIL_SINK_FILE, `${JSON.stringify(mail)}\n`)
    done()
  },
})
// Its clients are killed in the middle of a connection.
server.on('error', (error) => {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error
})
server.listen(Number(MAIL_SINK_PORT), '127.0.0.1')
