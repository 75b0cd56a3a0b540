import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { type ConsentRequest, MARKETING_CONSENT } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { profiles } from './accounts.table.ts'

/** The mailing list is the mail module's; it hears of every change. */
export const reportConsent = (
  { jobs, now }: Pick<AppContext, 'jobs' | 'now'>,
  tx: Db,
  told: Omit<ConsentRequest, 'given_at'>,
) => jobs.enqueue(tx, MARKETING_CONSENT, { ...told, given_at: now().toISOString() })

/** Whoever unsubscribes by the link of a mail finds the switch of the account turned off. */
export const withdrawConsent = (tx: Db, email: string, at: string) =>
  tx
    .update(profiles)
    .set({ marketing_consent: false, marketing_consent_at: at })
    .where(and(eq(profiles.email, email), profiles.marketing_consent))
