import type { Job } from '#server/platform/jobs.ts'
import {
  type ConsentRequest,
  MARKETING_CONSENT,
  SEND_MAIL,
} from '#server/platform/outgoing-mail.ts'
import { failAbandonedMails, RETRIES } from './deliver-mail.ts'
import type { MailContext, ShopSettings } from './mail-message.ts'
import { recordConsent } from './marketing-consent.ts'
import { type MailJob, sendMail } from './send-mail.ts'
import { openSmtp } from './smtp.ts'

export function mailJobs(
  app: Omit<MailContext, 'shopSettings' | 'smtp'>,
  shopSettings: () => Promise<ShopSettings>,
): Job[] {
  const { smtp } = app.config
  const context: MailContext = { ...app, shopSettings, smtp: smtp && openSmtp(smtp) }
  return [
    {
      name: SEND_MAIL,
      retries: RETRIES,
      // Fetched together, sent one by one: a killed process can repeat at most one mail.
      batch: 10,
      run: (job: MailJob) => sendMail(context, job),
    },
    {
      name: MARKETING_CONSENT,
      run: (request: ConsentRequest) => recordConsent(app.db, request, app.now()),
    },
    { name: 'give-up-on-mails', every: '7 * * * *', run: () => failAbandonedMails(context) },
  ]
}
