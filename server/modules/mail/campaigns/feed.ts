import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { FEED, finishCampaigns, pauseWithoutServer, startDueCampaigns } from './campaign-states.ts'
import { campaigns } from './campaigns.table.ts'
import { countQueued, takeWaiting } from './recipients.ts'
import { allowanceAt, lockRate, mostInFlight, saveAllowance, serverName } from './sending-rate.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>

/** So many mails waiting for a retry mean that the server is down; the others wait, too. */
const MOST_RETRYING = 200

/** Seconds between two feeds of a chain. */
const PAUSE = 1
const PAUSE_AT_THE_END = 2

/**
 * Hands the next recipients to the mail queue, at the server's rate. While campaigns are sending, each feed enqueues
 * the next one in its transaction. A feed without a token (somebody pressed a button, or a minute has passed) starts
 * a new chain; the earlier one ends when it finds another token.
 */
export async function feedCampaigns(context: Context, { token }: { token?: string } = {}) {
  await startDueCampaigns(context)
  const server = await serverName(context)
  if (!server) return pauseWithoutServer(context.db)
  await context.db.transaction(async (tx) => {
    const rate = await lockRate(tx, server)
    if (token && token !== rate.feed_token) return
    const at = context.now()
    await finishCampaigns(tx, at.toISOString())
    const sending = await listSending(tx)
    await announceChange(tx, 'campaigns')
    if (sending.length === 0) return

    const allowance = allowanceAt(rate, at)
    const { fresh, retrying } = await countQueued(tx, sending)
    const room = retrying < MOST_RETRYING ? mostInFlight(rate) - fresh : 0
    const most = Math.max(0, Math.min(Math.floor(allowance), room))
    const fed = await feed(context, tx, sending, most, at)
    const feed_token = randomUUID()
    await saveAllowance(tx, server, {
      allowance: allowance - fed,
      counted_at: at.toISOString(),
      feed_token,
    })
    const after_seconds = fed === 0 && most > 0 ? PAUSE_AT_THE_END : PAUSE
    await context.jobs.enqueue(tx, FEED, { token: feed_token }, { after_seconds })
  })
}

async function listSending(tx: Db) {
  const rows = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.status, 'sending'))
    .orderBy(asc(campaigns.started_at), asc(campaigns.id))
  return rows.map(({ id }) => id)
}

/** Campaigns share what the server may get; a large one does not make a small one wait. */
async function feed({ jobs }: Context, tx: Db, sending: string[], most: number, at: Date) {
  let left = most
  for (const [place, campaign_id] of sending.entries()) {
    const share = Math.ceil(left / (sending.length - place))
    for (const id of await takeWaiting(tx, campaign_id, share, at.toISOString())) {
      await jobs.enqueue(tx, SEND_MAIL, { campaign_recipient_id: id }, { priority: -1 })
      left--
    }
  }
  return most - left
}
