import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { Email, Time } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import { errors } from '#server/platform/errors.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import { answerPlainPage, escapeHtml } from '#server/platform/plain-page.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { hashSecret, secretMatches } from '#server/platform/secrets.ts'
import { normalizeAddress, recordConsent, standingOf } from '../consent/index.ts'
import { readSettings, readShopSettings } from './settings.ts'

/** The addresses that no consent can open: only the shop itself takes them off its list. */
const isClosed = async ({ db }: AppContext, email: string) => {
  const { refusal } = (await standingOf(db, normalizeAddress(email))).news
  return refusal === 'bounced' || refusal === 'blocked'
}

/** Nothing is stored until the owner of the address confirms. The answer does not reveal who is known. */
export async function signUpForNewsletter(context: AppContext, email: string) {
  const { newsletter_invitation } = await readSettings(context, ['newsletter_invitation'])
  if (!newsletter_invitation) throw errors.NO_NEWSLETTER()
  const { name } = await readShopSettings(context)
  if (!(await isClosed(context, email))) {
    await context.db.transaction((tx) =>
      queueCappedMail(context, tx, 'newsletter', {
        template: 'account-update',
        to: email,
        // One link an hour: a second click on the button sends no second mail.
        cause: `confirm-newsletter:${normalizeAddress(email)}:${context.now().toISOString().slice(0, 13)}`,
        data: {
          updateType: 'Please confirm the newsletter',
          updateDetails: `Somebody asked on our site for news and offers of ${name} to this address. If that was you, please confirm it within seven days. If not, ignore this mail and nothing happens.`,
          actionLink: confirmLink(context.config, email, context.now()),
          actionText: 'Yes, send me the newsletter',
        },
      }),
    )
  }
  return { state: 'confirm' as const }
}

type Keys = Pick<Config, 'publicUrl' | 'secrets'>

/** The proof of an address: only who reads its mail has the link. */
const tokenFor = ({ secrets }: Keys, email: string, asked_at: string) =>
  createHmac('sha256', secrets.encryption)
    .update(`newsletter:${normalizeAddress(email)}:${asked_at}`)
    .digest('base64url')

function confirmLink(config: Keys, email: string, at: Date) {
  const asked_at = at.toISOString()
  const query = new URLSearchParams({ email, asked_at, token: tokenFor(config, email, asked_at) })
  return `${config.publicUrl}/confirm-newsletter?${query}`
}

const LinkQuery = z.object({ email: Email, asked_at: Time, token: z.string().max(100) })

const LINK_LIVES_MS = 7 * 86_400_000

/** The address that this link proves, while it is valid. */
function addressOf({ config, now }: AppContext, query: unknown) {
  const link = LinkQuery.safeParse(query).data
  if (!link) return undefined
  const { email, asked_at, token } = link
  const isValid = secretMatches(token, hashSecret(tokenFor(config, email, asked_at)))
  const isOver = now().getTime() - Date.parse(asked_at) > LINK_LIVES_MS
  return isValid && !isOver ? email : undefined
}

/** Mail scanners open every link, so GET only asks; the button of the page confirms. */
export function serveNewsletterLink(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    )
    scope.get('/confirm-newsletter', async (request, reply) => {
      const email = addressOf(context, request.query)
      if (!email) return answerPlainPage(reply, 400, INVALID)
      return answerPlainPage(reply, 200, {
        title: 'Shall we send you the newsletter?',
        body: `<p>News and offers to <strong>${escapeHtml(email)}</strong>. Every mail has a link that ends it.</p>
<form method="post"><p><button type="submit">Yes, send me the newsletter</button></p></form>`,
      })
    })
    scope.post('/confirm-newsletter', async (request, reply) => {
      const email = addressOf(context, request.query)
      if (!email) return answerPlainPage(reply, 400, INVALID)
      if (await isClosed(context, email)) return answerPlainPage(reply, 200, CLOSED)
      await recordConsent(context.db, {
        email,
        consent: true,
        source: 'newsletter',
        at: context.now(),
      })
      return answerPlainPage(reply, 200, {
        title: 'Welcome to our newsletter',
        body: `<p>The next one comes to <strong>${escapeHtml(email)}</strong>. Every mail has a link that ends it.</p>`,
      })
    })
  })
}

const INVALID = {
  title: 'This link is not valid',
  body: '<p>A link works for seven days. Please sign up again at the bottom of any page.</p>',
}

const CLOSED = {
  title: 'We send no newsletter to this address',
  body: '<p>Please write to us if you want to change this.</p>',
}
