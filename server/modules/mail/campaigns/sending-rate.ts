import { eq } from 'drizzle-orm'
import { DEFAULT_PER_MINUTE, type SendingRate } from '#contract/campaigns.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readMailServer } from '../mail-settings.ts'
import { sending_rates } from './campaigns.table.ts'

type Source = Pick<AppContext, 'config' | 'db'>
type Rate = typeof sending_rates.$inferSelect

/** Providers limit senders, so each mail server has its own rate. Undefined: there is no server. */
export async function serverName(context: Source): Promise<string | undefined> {
  const { server } = await readMailServer(context)
  return server && `${server.smtp.host}:${server.smtp.port}`
}

export async function readRate(context: Source): Promise<SendingRate> {
  const server = await serverName(context)
  const [rate] = server
    ? await context.db.select().from(sending_rates).where(eq(sending_rates.server, server))
    : []
  return { server: server ?? null, per_minute: rate?.per_minute ?? DEFAULT_PER_MINUTE }
}

/** Effective with the next feed, about a second later. */
export async function setRate(context: Source, per_minute: number, by: ChangedBy) {
  const server = await serverName(context)
  if (!server) throw errors.NO_MAIL_SERVER()
  await context.db.transaction(async (tx) => {
    const before = await lockRate(tx, server)
    await tx.update(sending_rates).set({ per_minute }).where(eq(sending_rates.server, server))
    await recordAudit(tx, {
      by,
      object: { type: 'sending_rates', id: server, name: `Marketing mails through ${server}` },
      before: { per_minute: before.per_minute },
      after: { per_minute },
    })
    await announceChange(tx, 'campaigns')
  })
  return { server, per_minute }
}

/** One process at a time counts what a server gets. */
export async function lockRate(tx: Db, server: string): Promise<Rate> {
  await tx
    .insert(sending_rates)
    .values({ server, per_minute: DEFAULT_PER_MINUTE })
    .onConflictDoNothing()
  const [rate] = await tx
    .select()
    .from(sending_rates)
    .where(eq(sending_rates.server, server))
    .for('update')
  if (!rate) throw new Error(`No sending rate for ${server}`)
  return rate
}

/** Seconds of sending that may be made up after a pause; more would be a burst that the rate is there to prevent. */
const BURST_SECONDS = 5

/** How many mails the server may get now: a token bucket that fills with the rate. */
export function allowanceAt({ per_minute, allowance, counted_at }: Rate, at: Date) {
  const perSecond = per_minute / 60
  const seconds = counted_at ? Math.max(0, (at.getTime() - Date.parse(counted_at)) / 1000) : 1
  return Math.min(allowance + seconds * perSecond, Math.max(1, BURST_SECONDS * perSecond))
}

export const saveAllowance = (
  tx: Db,
  server: string,
  left: { allowance: number; counted_at: string; feed_token: string },
) => tx.update(sending_rates).set(left).where(eq(sending_rates.server, server))

/** Mails that may be on their way at once. Few, so that a pause is soon felt; enough to use the rate. */
export const mostInFlight = ({ per_minute }: Pick<Rate, 'per_minute'>) =>
  Math.max(10, Math.ceil((per_minute / 60) * BURST_SECONDS))
