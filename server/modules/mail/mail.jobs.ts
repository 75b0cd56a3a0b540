import type { Db } from '#server/platform/database.ts'
import type { Job, Jobs } from '#server/platform/jobs.ts'
import {
  ANNOUNCE,
  type Announcement,
  queueAnnouncement,
  queueMail,
  SEND_MAIL,
} from '#server/platform/outgoing-mail.ts'
import { listNewsReaders } from '../consent/index.ts'
import { FEED } from './campaigns/campaign-states.ts'
import { feedCampaigns } from './campaigns/feed.ts'
import { failAbandonedMails, RETRIES } from './deliver-mail.ts'
import { deleteOldMails } from './mail-log.ts'
import { type MailContext, readShop } from './mail-message.ts'
import { readMailServer } from './mail-settings.ts'
import { type MailJob, sendMail } from './send-mail.ts'
import { openSmtp, type Smtp } from './smtp.ts'

export function mailJobs(
  app: Omit<MailContext, 'shopSettings' | 'outgoing'> & { jobs: Jobs },
  shopSettings = () => readShop(app),
): Job[] {
  const context: MailContext = { ...app, shopSettings, outgoing: currentServer(app) }
  return [
    {
      name: SEND_MAIL,
      retries: RETRIES,
      // Fetched together, sent one by one: a killed process can repeat at most one mail.
      batch: 10,
      run: (job: MailJob) => sendMail(context, job),
    },
    {
      // Confirmations that version 0.1 queued.
      name: 'order-paid',
      run: ({ order_id }: { order_id: string }) => sendMail(context, { paid_order_id: order_id }),
    },
    {
      name: ANNOUNCE,
      run: (announcement: Announcement) => announce(app, announcement),
    },
    { name: FEED, alone: true, run: (chain: { token?: string }) => feedCampaigns(app, chain) },
    { name: 'watch-campaigns', every: 'minute', run: () => feedCampaigns(app) },
    { name: 'give-up-on-mails', every: { minute: 7 }, run: () => failAbandonedMails(context) },
    {
      name: 'delete-old-mails',
      every: { hour: 3, minute: 23 },
      run: () => deleteOldMails(context),
    },
  ]
}

/** One open connection, to whichever server the settings name now. */
function currentServer(app: Pick<MailContext, 'config' | 'db'>): MailContext['outgoing'] {
  let open: { settings: string; smtp: Smtp } | undefined
  return async () => {
    const { server, mailFrom } = await readMailServer(app)
    const settings = server && JSON.stringify(server.smtp)
    if (open && open.settings !== settings) {
      open.smtp.close()
      open = undefined
    }
    if (server && settings) open ??= { settings, smtp: openSmtp(server.smtp) }
    return { smtp: open?.smtp, mailFrom }
  }
}

const AT_ONCE = 500

/**
 * Queues one mail for each address with consent, 500 at a time. A portion and the job of the next one are in the same
 * transaction, so a killed process neither leaves somebody out nor starts again from the first.
 */
export const announce = ({ db, jobs }: { db: Db; jobs: Jobs }, announcement: Announcement) =>
  db.transaction(async (tx) => {
    const { template, data, cause, after = '' } = announcement
    const people = await listNewsReaders(tx, { after, most: AT_ONCE })
    for (const email of people) {
      await queueMail(jobs, tx, { template, to: email, data, cause: `${cause}:${email}` })
    }
    const last = people.at(-1)
    if (last && people.length === AT_ONCE) {
      await queueAnnouncement(jobs, tx, { ...announcement, after: last })
    }
  })
