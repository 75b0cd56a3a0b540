import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { recordUnsubscribed } from './campaigns/recipients.ts'
import { declined_mail_kinds } from './consent.table.ts'
import { MAIL_KINDS, type MailKind, needsConsent } from './mail-kinds.ts'
import { campaignOf, verifiedAddress } from './mail-links.ts'
import { agree, optOut, undoOptOut, withdraw } from './marketing-consent.ts'
import {
  answerInvalid,
  answerPreferences,
  answerTooMany,
  isWithinLimit,
} from './preference-page.ts'
import type { SetConsentElsewhere } from './unsubscribe.ts'

type Choice = { email: string; wanted: readonly MailKind[]; at: string }

/** Stores which kinds of mail an address gets. None at all is the same as unsubscribing. */
export async function choosePreferences(tx: Db, { email, wanted, at }: Choice) {
  await tx.delete(declined_mail_kinds).where(eq(declined_mail_kinds.email, email))
  if (wanted.length === 0) return optOut(tx, email, at)
  await undoOptOut(tx, email, at)
  if (wanted.some(needsConsent)) await agree(tx, { email, at, source: 'preferences' })
  else await withdraw(tx, email, at)
  const declined = MAIL_KINDS.filter((kind) => !wanted.includes(kind))
  if (declined.length === 0) return
  await tx
    .insert(declined_mail_kinds)
    .values(declined.map((kind) => ({ email, kind, declined_at: at })))
}

/** The page behind the link in the footer of marketing mail: no session, no script, the token is the proof. */
export function serveMailPreferences(
  app: FastifyInstance,
  context: AppContext,
  setConsentElsewhere: SetConsentElsewhere,
) {
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
        await setConsentElsewhere(tx, email, wanted.includes('news'), at)
        if (!wanted.includes('news')) await recordUnsubscribed(tx, campaign, email, at)
      })
      return answerPreferences(context, reply, email, {
        happened: 'Your choice is saved',
        campaign,
      })
    })
  })
}
