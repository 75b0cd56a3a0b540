import type { DemoData } from '#server/platform/demo-rows.ts'
import { removeAllConsent } from '../consent/index.ts'
import { campaigns } from './campaigns/campaigns.table.ts'
import { mails } from './mail.table.ts'

/** What was sent, and who agreed to get it. The mail server and the owner's texts stay. */
export const mailDemoData: DemoData = {
  count: async (db) => ({
    mails: await db.$count(mails),
    campaigns: await db.$count(campaigns),
  }),
  async remove(tx) {
    await tx.delete(campaigns)
    await tx.delete(mails)
    await removeAllConsent(tx)
  },
}
