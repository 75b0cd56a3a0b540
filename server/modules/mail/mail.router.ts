import { implement } from '@orpc/server'
import * as contract from '#contract/mail.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { listMails, listMailsOfOrder, readMailText, resendMail } from './mail-log.ts'

const api = implement({ mails: contract.mails }).$context<RequestContext>().use(guard)

export const mailsRouter = {
  list: api.mails.list.handler(({ context, input }) => listMails(context.db, input)),
  of_order: api.mails.of_order.handler(({ context, input }) =>
    listMailsOfOrder(context.db, input.order_id),
  ),
  get: api.mails.get.handler(({ context, input }) => readMailText(context.db, input.id)),
  resend: api.mails.resend.handler(({ context, input }) => resendMail(context, input.id)),
}
