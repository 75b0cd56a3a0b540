import type { Db } from '#server/platform/database.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'

type Owner = { full_name: string; email: string }

type News = {
  what: string
  details: string
  /** The event, so that one event is one mail. */
  cause: string
  action?: { link: string; text: string }
}

/** A mail about something that happened to an account. */
export const tellOwner = (
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Db,
  owner: Owner,
  { what, details, cause, action }: News,
) =>
  queueMail(jobs, tx, {
    template: 'account-update',
    to: owner.email,
    data: {
      customerName: owner.full_name || null,
      updateType: what,
      updateDetails: details,
      accountEmail: owner.email,
      actionLink: action?.link,
      actionText: action?.text,
    },
    cause,
  })
