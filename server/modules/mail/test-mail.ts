import { eq } from 'drizzle-orm'
import type { MailServerEdit } from '#contract/mail-studio.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { composeMessage } from './deliver-mail.ts'
import { mails } from './mail.table.ts'
import { TEST_MAIL } from './mail-kinds.ts'
import type { ShopSettings, StoredMail } from './mail-message.ts'
import { enteredServer, readMailServer, recordTestedServer } from './mail-settings.ts'
import { openSmtp, type SmtpSettings } from './smtp.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'now'>
type TestMail = { to: string; subject: string; html: string; text?: string }

/** Leaves at once, not through the queue, so that the admin sees whether it worked. It is in the log all the same. */
export async function sendTestMail(context: Context, shop: ShopSettings, mail: TestMail) {
  const { server, mailFrom } = await readMailServer(context)
  if (!server) {
    await record(context, mail, 'stored')
    throw errors.NO_MAIL_SERVER()
  }
  const stored = await record(context, mail, 'failed')
  const reason = await send(context, server.smtp, mailFrom, shop, stored)
  await storeOutcome(context, stored.id, reason)
  if (reason) throw errors.MAIL_NOT_SENT({ data: { reason } })
  await recordTestedServer(context, server.smtp)
  return { success: true as const }
}

/** Through settings that are not saved yet. */
export async function tryMailServer(
  context: Context,
  shop: ShopSettings,
  { server, to }: { server: MailServerEdit; to: string },
) {
  const smtp = await enteredServer(context, server)
  const mailFrom = context.config.mailFrom ?? (server.sender || undefined)
  const subject = `Test: mail server of ${shop.name}`
  const text = `This mail came through ${server.host}. Your mail server works.`
  const stored = await record(context, { to, subject, html: `<p>${text}</p>`, text }, 'failed')
  const reason = await send(context, smtp, mailFrom, shop, stored)
  await storeOutcome(context, stored.id, reason)
  if (reason) throw errors.MAIL_SERVER_REFUSED({ data: { reason } })
  await recordTestedServer(context, smtp)
  return { success: true as const }
}

async function send(
  { config }: Context,
  settings: SmtpSettings,
  mailFrom: string | undefined,
  shop: ShopSettings,
  mail: StoredMail,
): Promise<string | undefined> {
  const smtp = openSmtp(settings)
  try {
    await smtp.send(composeMessage(config, mailFrom, shop, mail))
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  } finally {
    smtp.close()
  }
}

/** Until it is known to be sent it counts as failed: no job retries it. */
async function record({ db, now }: Context, mail: TestMail, status: 'failed' | 'stored') {
  const [stored] = await db
    .insert(mails)
    .values({
      template: TEST_MAIL,
      to_address: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text ?? '',
      status,
      attempts: status === 'failed' ? 1 : 0,
      created_at: now().toISOString(),
    })
    .returning()
  if (!stored) throw new Error('The test mail was not stored')
  return stored
}

const storeOutcome = ({ db, now }: { db: Db; now: () => Date }, id: string, error?: string) =>
  db
    .update(mails)
    .set(error ? { error } : { status: 'sent', sent_at: now().toISOString() })
    .where(eq(mails.id, id))
