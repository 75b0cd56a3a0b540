import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { countLinks, makeLink } from './mailed-links.ts'
import { findProfile } from './profiles.ts'

export const SEND_RESET_LINK = 'send-password-reset-link'
const MOST_OPEN_LINKS = 3

/** Every address is only noted here, and looked up later: answer and time tell nothing. */
export const requestPasswordReset = ({ jobs, db }: AppContext, asked: { email: string }) =>
  jobs.enqueue(db, SEND_RESET_LINK, asked)

/** Mails the link, unless several are on their way: nobody's mailbox is to be filled by a stranger. */
export async function sendResetLink(context: AppContext, { email }: { email: string }) {
  const { db, jobs, config } = context
  const now = context.now()
  const profile = await findProfile(db, email)
  if (!profile) return
  if ((await countLinks(db, 'password-reset', profile.id, now)) >= MOST_OPEN_LINKS) return
  await db.transaction(async (tx) => {
    const promised = { user_id: profile.id, email: profile.email }
    const link = await makeLink(tx, 'password-reset', promised, now)
    await queueMail(jobs, tx, {
      template: 'password-reset',
      to: profile.email,
      data: {
        customerName: profile.full_name,
        accountEmail: profile.email,
        // What follows the # stays in the browser: in no log, no cache and no referrer.
        resetLink: `${config.publicUrl}/reset-password#${link.token}`,
      },
      cause: `password-reset:${link.id}`,
    })
  })
}
