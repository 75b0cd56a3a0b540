import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/rpc.ts'
import { choosePreferences, MAIL_KINDS } from '../consent/index.ts'
import { recordUnsubscribed } from './campaigns/recipients.ts'
import { campaignOf, verifiedAddress } from './mail-links.ts'
import {
  answerInvalid,
  answerPreferences,
  answerTooMany,
  isWithinLimit,
} from './preference-page.ts'

/** The page behind the link in the footer of marketing mail: no session, no script, the token is the proof. */
export function serveMailPreferences(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    )

    scope.get('/mail-preferences', async (request, reply) => {
      const email = verifiedAddress(context.config, request.query)
      if (!email) return answerInvalid(reply)
      return answerPreferences(context, reply, email, { campaign: campaignOf(request.query) })
    })

    scope.post('/mail-preferences', async (request, reply) => {
      const email = verifiedAddress(context.config, request.query)
      if (!email || !(request.body instanceof URLSearchParams)) return answerInvalid(reply)
      if (!(await isWithinLimit(context, email))) return answerTooMany(reply)
      const chosen = request.body.getAll('kind')
      const wanted = MAIL_KINDS.filter((kind) => chosen.includes(kind))
      const at = context.now().toISOString()
      const campaign = campaignOf(request.query)
      await context.db.transaction(async (tx) => {
        await choosePreferences(tx, { email, wanted, at })
        if (!wanted.includes('news')) await recordUnsubscribed(tx, campaign, email, at)
      })
      return answerPreferences(context, reply, email, {
        happened: 'Your choice is saved',
        campaign,
      })
    })
  })
}
