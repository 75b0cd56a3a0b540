import { implement, ORPCError } from '@orpc/server'
import { eq } from 'drizzle-orm'
import * as contract from '#contract/mail.ts'
import { type Call, guard } from '#server/platform/rpc.ts'
import { listMails } from './list-mails.ts'
import { mails } from './mail.table.ts'
import { hasPersonalLink, WITHHELD } from './personal-links.ts'
import { resendMail } from './resend-mail.ts'

const office = implement({ mails: contract.mails }).$context<Call>().use(guard)

export const mailsRouter = {
  list: office.mails.list.handler(({ context, input }) => listMails(context.db, input)),

  get: office.mails.get.handler(async ({ context, input }) => {
    const [mail] = await context.db.select().from(mails).where(eq(mails.id, input.id))
    if (!mail) throw new ORPCError('NOT_FOUND', { message: 'Mail not found' })
    const isWithheld = hasPersonalLink(mail.template) && mail.status !== 'kept'
    return { ...mail, ...(isWithheld && WITHHELD), attachments: mail.attachments ?? [] }
  }),

  resend: office.mails.resend.handler(({ context, input }) => resendMail(context, input.id)),
}
