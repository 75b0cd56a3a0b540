import type { DemoPart } from '#server/platform/demo-rows.ts'
import { campaigns } from './campaigns/campaigns.table.ts'
import { declined_mail_kinds, mail_suppressions, marketing_consents } from './consent.table.ts'
import { mails } from './mail.table.ts'

/** What was sent, and who agreed to get it. The mail server and the owner's texts stay. */
export const mailPart: DemoPart = {
  count: async (db) => ({
    mails: await db.$count(mails),
    campaigns: await db.$count(campaigns),
  }),
  async remove(tx) {
    await tx.delete(campaigns)
    await tx.delete(mails)
    await tx.delete(marketing_consents)
    await tx.delete(mail_suppressions)
    await tx.delete(declined_mail_kinds)
  },
}
