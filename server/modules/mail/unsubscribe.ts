import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { Email } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { answerPlainPage, escapeHtml } from '#server/platform/plain-page.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { normalizeAddress, optOut } from './marketing-consent.ts'

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

// Not the session secret: that may be rotated, and a link in an old mail must still work.
const tokenFor = ({ secrets }: Keys, email: string) =>
  createHmac('sha256', secrets.encryption).update(`unsubscribe:${email}`).digest('base64url')

export function unsubscribeLink(config: Keys, address: string) {
  const email = normalizeAddress(address)
  const query = new URLSearchParams({ email, token: tokenFor(config, email) })
  return `${config.publicUrl}/unsubscribe?${query}`
}

const isValidLink = (config: Keys, { email, token }: { email: string; token: string }) =>
  secretMatches(token, hashSecret(tokenFor(config, email)))

const LinkQuery = z.object({ email: Email.toLowerCase(), token: z.string().max(100) })

/** Withdraws a consent that another module stores, in the same transaction. */
type WithdrawElsewhere = (tx: Db, email: string, at: string) => Promise<unknown>

/**
 * Mail scanners open every link, so GET changes nothing; the button of the page and the one-click POST of mail
 * programs (RFC 8058) unsubscribe. Neither needs a session or our Origin: the token is the proof.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  context: AppContext,
  withdrawElsewhere: WithdrawElsewhere,
) {
  app.register(async (scope) => {
    // The body is `List-Unsubscribe=One-Click` in any encoding; everything needed is in the URL.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    )

    scope.get('/unsubscribe', async (request, reply) => {
      const email = verifiedAddress(context, request.query)
      return email
        ? answer(reply, 200, { step: 'ask', email })
        : answer(reply, 400, { step: 'invalid' })
    })

    scope.post('/unsubscribe', async (request, reply) => {
      const email = verifiedAddress(context, request.query)
      if (!email) return answer(reply, 400, { step: 'invalid' })
      const at = context.now().toISOString()
      await context.db.transaction(async (tx) => {
        await optOut(tx, email, at)
        await withdrawElsewhere(tx, email, at)
      })
      return answer(reply, 200, { step: 'done', email })
    })
  })
}

function verifiedAddress({ config }: AppContext, query: unknown) {
  const link = LinkQuery.safeParse(query)
  return link.success && isValidLink(config, link.data) ? link.data.email : undefined
}

const answer = (reply: FastifyReply, status: number, page: Page) =>
  answerPlainPage(reply, status, contentOf(page))

type Page = { step: 'ask' | 'done'; email: string } | { step: 'invalid' }

function contentOf(page: Page) {
  if (page.step === 'invalid') {
    return {
      title: 'This link is not valid',
      body: '<p>Please use the link in the newest mail you got from us.</p>',
    }
  }
  const address = `<strong>${escapeHtml(page.email)}</strong>`
  if (page.step === 'done') {
    return {
      title: 'You are unsubscribed',
      body: `<p>We send no more marketing mail to ${address}. Mail about your orders still comes.</p>`,
    }
  }
  return {
    title: 'Unsubscribe',
    body: `<p>Do you want no more marketing mail to ${address}? Mail about your orders still comes.</p>
<form method="post"><p><button type="submit">Unsubscribe</button></p></form>`,
  }
}
