import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { Email } from '#contract/fields.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { optOut } from './marketing-consent.ts'
import { isOurLink } from './unsubscribe-link.ts'
import { CONTENT_POLICY, unsubscribePage } from './unsubscribe-page.ts'

/** Session else keeps a consent of this address takes it back in the same transaction. */
type WithdrawElsewhere = (tx: Db, email: string, at: string) => Promise<unknown>

const LinkQuery = z.object({ email: Email.toLowerCase(), token: z.string().max(100) })

/**
 * The way out of marketing mail. Mail scanners open every link, so opening it changes nothing; the button
 * and the mail program's one click (RFC 8058) do. Both may come from anywhere: the token is the proof.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  context: AppContext,
  withdrawElsewhere: WithdrawElsewhere,
) {
  app.register(async (scope) => {
    // The body says `List-Unsubscribe=One-Click` in whatever encoding; the address says everything.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    )

    scope.get('/unsubscribe', async (request, reply) => {
      const email = provenAddress(context, request.query)
      return email
        ? answer(reply, 200, { step: 'ask', email })
        : answer(reply, 400, { step: 'broken' })
    })

    scope.post('/unsubscribe', async (request, reply) => {
      const email = provenAddress(context, request.query)
      if (!email) return answer(reply, 400, { step: 'broken' })
      const at = context.now().toISOString()
      await context.db.transaction(async (tx) => {
        await optOut(tx, email, at)
        await withdrawElsewhere(tx, email, at)
      })
      return answer(reply, 200, { step: 'done', email })
    })
  })
}

function provenAddress({ config }: AppContext, query: unknown) {
  const link = LinkQuery.safeParse(query)
  return link.success && isOurLink(config, link.data) ? link.data.email : undefined
}

const answer = (reply: FastifyReply, status: number, page: Parameters<typeof unsubscribePage>[0]) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_POLICY,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(unsubscribePage(page))
