import type { FastifyReply } from 'fastify'
import { countInTransaction } from '#server/platform/limits.ts'
import { answerPlainPage, escapeHtml } from '#server/platform/plain-page.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { pseudonym } from '#server/platform/secrets.ts'
import { MAIL_KINDS, type MailKind, standingOf } from '../consent/index.ts'
import { pathsFor } from './mail-links.ts'

const KINDS: Record<MailKind, { name: string; text: string }> = {
  news: { name: 'News and offers', text: 'New products, sales and letters from us.' },
  reminders: {
    name: 'Reminders and suggestions',
    text: 'What is still in your cart, what may be used up soon, and what goes with it.',
  },
  'back-in-stock': { name: 'Back in stock', text: 'Only for products that you asked us about.' },
  'review-requests': { name: 'Review requests', text: 'One mail after an order: how was it?' },
}

type Happened = 'Your choice is saved' | 'You are unsubscribed'

/** What the address gets now, with a switch for each kind. */
export async function answerPreferences(
  { config, db }: AppContext,
  reply: FastifyReply,
  email: string,
  { happened, campaign }: { happened?: Happened; campaign: string | undefined },
) {
  const standing = await standingOf(db, email)
  const { refusal } = standing.news
  const wanted = MAIL_KINDS.filter((kind) => standing[kind].refusal === null)
  const address = `<strong>${escapeHtml(email)}</strong>`
  const paths = pathsFor(config, email, campaign)
  const parts =
    refusal === 'bounced' || refusal === 'blocked'
      ? [CLOSED(address)]
      : [
          wanted.length === 0 ? NOTHING(address) : SOMETHING(address),
          choices(paths.preferences, wanted),
          ...(wanted.length === 0 ? [] : [unsubscribeFromAll(paths.unsubscribe)]),
        ]
  return answerPlainPage(reply, 200, {
    title: happened ?? 'Which mail would you like?',
    body: parts.join('\n'),
  })
}

const CLOSED = (address: string) =>
  `<p>We send no marketing mail to ${address}. Mail about your orders still comes. Please write to us if you want to change this.</p>`
const NOTHING = (address: string) =>
  `<p>We send no marketing mail to ${address}. Mail about your orders still comes.</p>`
const SOMETHING = (address: string) =>
  `<p>This is what we send to ${address}. Mail about your orders always comes.</p>`

const choices = (
  action: string,
  wanted: readonly MailKind[],
) => `<form method="post" action="${escapeHtml(action)}">
<fieldset>
<legend>Kinds of mail</legend>
${MAIL_KINDS.map((kind) => choice(kind, wanted.includes(kind))).join('\n')}
</fieldset>
<p><button type="submit">Save</button></p>
</form>`

const choice = (kind: MailKind, isWanted: boolean) =>
  `<label><span><b>${KINDS[kind].name}</b><small id="${kind}">${KINDS[kind].text}</small></span><input type="checkbox" role="switch" name="kind" value="${kind}" aria-label="${KINDS[kind].name}" aria-describedby="${kind}"${isWanted ? ' checked' : ''}></label>`

const unsubscribeFromAll = (action: string) => `<form method="post" action="${escapeHtml(action)}">
<p><button type="submit" class="quiet">Unsubscribe from all</button></p>
</form>`

export const answerInvalid = (reply: FastifyReply) =>
  answerPlainPage(reply, 400, {
    title: 'This link is not valid',
    body: '<p>Please use the link in the newest mail you got from us.</p>',
  })

/** More than a person or mail program needs, and few enough that a loop does no harm. */
const CHANGES = { calls: 30, per_seconds: 600 }

/** Counted by address: the one-click requests of many people come from the same machines. */
export function isWithinLimit({ config, db, now }: AppContext, email: string) {
  const mailbox = pseudonym(config.secrets.session, `mail-preferences:${email}`)
  return countInTransaction(db, `mail-preferences:${mailbox}`, CHANGES, now())
}

export const answerTooMany = (reply: FastifyReply) =>
  answerPlainPage(reply, 429, {
    title: 'Please wait a moment',
    body: '<p>There were too many changes in a short time. Your last choice is saved.</p>',
  })
