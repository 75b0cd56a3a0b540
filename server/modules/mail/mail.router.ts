import { implement } from '@orpc/server'
import * as contract from '#contract/mail.ts'
import * as studio from '#contract/mail-studio.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, mayEnter, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { countNewsReaders } from '../consent/index.ts'
import { listMails, listMailsOfOrder, readMailText, resendMail } from './mail-log.ts'
import { readShop } from './mail-message.ts'
import {
  forgetMailServer,
  readMailSettings,
  saveMailServer,
  setRetention,
} from './mail-settings.ts'
import { listTemplates, previewTemplate, resetTexts, saveTexts } from './mail-templates.ts'
import { sendTestMail, tryMailServer } from './test-mail.ts'

const { mail_settings, mail_templates, mailFunctions } = studio
const api = implement({
  mails: contract.mails,
  mail_templates,
  mail_settings,
  functions: mailFunctions,
})
  .$context<RequestContext>()
  .use(guard)

export const mailsRouter = {
  list: api.mails.list.handler(({ context, input }) => listMails(context.db, input)),
  of_order: api.mails.of_order.handler(({ context, input }) =>
    listMailsOfOrder(context.db, input.order_id),
  ),
  audience: api.mails.audience.handler(async ({ context }) => ({
    people: await countNewsReaders(context.db),
  })),
  get: api.mails.get.handler(async ({ context, input }) => {
    const mayReadLinks = mayEnter(await requireSession(context), 'people')
    return readMailText(context, () => readShop(context), input.id, { mayReadLinks })
  }),
  resend: api.mails.resend.handler(({ context, input }) =>
    resendMail(context, () => readShop(context), input.id),
  ),
}

export const mailTemplatesRouter = {
  list: api.mail_templates.list.handler(({ context }) => listTemplates(context.db)),
  preview: api.mail_templates.preview.handler(({ context, input }) =>
    previewTemplate(context, input),
  ),
  save: api.mail_templates.save.handler(async ({ context, input }) =>
    saveTexts(context.db, input, await changedBy(context)),
  ),
  reset: api.mail_templates.reset.handler(async ({ context, input }) =>
    resetTexts(context.db, input.id, await changedBy(context)),
  ),
}

export const mailFunctionsRouter = {
  send_test_email: api.functions.send_test_email.handler(async ({ context, input }) =>
    sendTestMail(context, await readShop(context), input),
  ),
}

export const mailSettingsRouter = {
  get: api.mail_settings.get.handler(({ context }) => readMailSettings(context)),
  save: api.mail_settings.save.handler(async ({ context, input }) =>
    saveMailServer(context, input, await changedBy(context)),
  ),
  test: api.mail_settings.test.handler(async ({ context, input }) =>
    tryMailServer(context, await readShop(context), input),
  ),
  forget: api.mail_settings.forget.handler(async ({ context }) =>
    forgetMailServer(context, await changedBy(context)),
  ),
  set_retention: api.mail_settings.set_retention.handler(async ({ context, input }) =>
    setRetention(context, input.days, await changedBy(context)),
  ),
}
