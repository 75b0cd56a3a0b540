import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/platform/database.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { listOrdersOf } from '../orders/index.ts'
import { accountOf } from './profiles.ts'
import { listSessions } from './sessions.ts'

/** What the shop keeps about somebody, for them to keep as well. */
export async function exportAccount(call: RequestContext) {
  const session = await requireSession(call)
  const [account, sessions, orders] = await Promise.all([
    accountOf(call.db, session.profile.id),
    listSessions(call.db, session, call.now()),
    allOrdersOf(call.db, session.profile.id),
  ])
  const exported_at = call.now().toISOString()
  const text = JSON.stringify({ exported_at, account, sessions, orders }, null, 2)
  return new File([text], `my-data-${exported_at.slice(0, 10)}.json`, { type: 'application/json' })
}

async function allOrdersOf(db: Db, user_id: string) {
  const all: Order[] = []
  for (let page = 1; ; page++) {
    const { items, has_more } = await listOrdersOf(db, user_id, page)
    all.push(...items)
    if (!has_more) return all
  }
}
