import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/rpc.ts'
import { optOut } from '../consent/index.ts'
import { recordUnsubscribed } from './campaigns/recipients.ts'
import { campaignOf, verifiedAddress } from './mail-links.ts'
import {
  answerInvalid,
  answerPreferences,
  answerTooMany,
  isWithinLimit,
} from './preference-page.ts'

/**
 * RFC 8058: a mail program unsubscribes with one POST, without a page. It needs neither a session nor our Origin: the
 * token is the proof. Mail scanners open every link, so GET changes nothing.
 */
export function serveUnsubscribe(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    // The body is `List-Unsubscribe=One-Click` in any encoding; everything needed is in the URL.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    )

    scope.get('/unsubscribe', async (request, reply) => {
      const email = verifiedAddress(context.config, request.query)
      if (!email) return answerInvalid(reply)
      return answerPreferences(context, reply, email, { campaign: campaignOf(request.query) })
    })

    scope.post('/unsubscribe', async (request, reply) => {
      const email = verifiedAddress(context.config, request.query)
      if (!email) return answerInvalid(reply)
      if (!(await isWithinLimit(context, email))) return answerTooMany(reply)
      const at = context.now().toISOString()
      const campaign = campaignOf(request.query)
      await context.db.transaction(async (tx) => {
        await optOut(tx, email, at)
        await recordUnsubscribed(tx, campaign, email, at)
      })
      return answerPreferences(context, reply, email, {
        happened: 'You are unsubscribed',
        campaign,
      })
    })
  })
}
