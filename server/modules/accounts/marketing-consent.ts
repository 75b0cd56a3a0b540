import type { Db } from '#server/platform/database.ts'
import { type ConsentRequest, MARKETING_CONSENT } from '#server/platform/outgoing-mail.ts'
import type { Platform } from '#server/platform/rpc.ts'

/** The mailing list is the mail module's; it hears of every change. */
export const reportConsent = (
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  tx: Db,
  told: Omit<ConsentRequest, 'given_at'>,
) => jobs.enqueue(tx, MARKETING_CONSENT, { ...told, given_at: now().toISOString() })
