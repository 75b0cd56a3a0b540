import { eq } from 'drizzle-orm'
import type { Job } from '#server/platform/jobs.ts'
import {
  type ConsentRequest,
  MARKETING_CONSENT,
  type MailRequest,
  SEND_MAIL,
} from '#server/platform/outgoing-mail.ts'
import { deliverMail, giveUpOnMails, RETRIES } from './deliver-mail.ts'
import { mails } from './mail.table.ts'
import { recordConsent } from './marketing-consent.ts'
import type { PostOffice, ShopSettings } from './post-office.ts'
import { openSmtp } from './smtp.ts'
import { writeMail } from './write-mail.ts'

/** A mail to be written, or one that is stored and waits again. */
type MailJob = MailRequest | { mail_id: string }

export function mailJobs(
  context: Omit<PostOffice, 'shopSettings' | 'smtp'>,
  shopSettings: () => Promise<ShopSettings>,
): Job[] {
  const { smtp } = context.config
  const office: PostOffice = { ...context, shopSettings, smtp: smtp && openSmtp(smtp) }
  return [
    {
      name: SEND_MAIL,
      retries: RETRIES,
      // One after the other: a process that is killed has at most one mail on its way.
      batch: 10,
      run: (job: MailJob) => sendMail(office, job),
    },
    {
      name: MARKETING_CONSENT,
      run: (request: ConsentRequest) => recordConsent(context.db, request, context.now()),
    },
    { name: 'give-up-on-mails', every: '7 * * * *', run: () => giveUpOnMails(office) },
  ]
}

async function sendMail(office: PostOffice, job: MailJob) {
  const shop = await office.shopSettings()
  const mail =
    'mail_id' in job ? await storedMail(office, job.mail_id) : await writeMail(office, shop, job)
  if (mail) await deliverMail(office, shop, mail)
}

async function storedMail({ db }: PostOffice, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return mail
}
