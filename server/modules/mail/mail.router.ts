import { implement } from '@orpc/server'
import { eq } from 'drizzle-orm'
import * as contract from '#contract/mail.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { listMails } from './list-mails.ts'
import { mails } from './mail.table.ts'
import { hasPersonalLink, WITHHELD } from './personal-links.ts'
import { resendMail } from './resend-mail.ts'

const office = implement({ mails: contract.mails }).$context<RequestContext>().use(guard)

export const mailsRouter = {
  list: office.mails.list.handler(({ context, input }) => listMails(context.db, input)),

  get: office.mails.get.handler(async ({ context, input }) => {
    const [mail] = await context.db.select().from(mails).where(eq(mails.id, input.id))
    if (!mail) throw errors.MAIL_NOT_FOUND()
    const isWithheld = hasPersonalLink(mail.template) && mail.status !== 'kept'
    return { ...mail, ...(isWithheld && WITHHELD), attachments: mail.attachments ?? [] }
  }),

  resend: office.mails.resend.handler(({ context, input }) => resendMail(context, input.id)),
}
