import type { Figures } from '#contract/insights.ts'
import type { Area } from '#contract/rights.ts'
import type { Db } from '#server/platform/database.ts'
import { mayEnter, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { backupState } from '../backups/index.ts'
import { countLowStock } from '../catalog/index.ts'
import { countUnreadChats } from '../chat/index.ts'
import { countNewContactMessages } from '../content/index.ts'
import { countCampaignsToDecide, hasMailServer } from '../mail/index.ts'
import { countOrdersToShip } from '../orders/index.ts'
import { countAttention, paymentState } from '../payments/index.ts'
import { countUnansweredReviews } from '../reviews/index.ts'

/** What waits for somebody of the team, in the areas that the person may use. */
export async function countWaiting(db: Db, may: (area: Area) => boolean) {
  const count = async (area: Area, read: (db: Db) => Promise<number>) => (may(area) ? read(db) : 0)
  return {
    orders_to_ship: await count('orders', countOrdersToShip),
    low_stock: await count('stock', countLowStock),
    payments_attention: await count('orders', countAttention),
    contact_messages_new: await count('contact', countNewContactMessages),
    reviews_unanswered: await count('reviews', countUnansweredReviews),
    campaigns_to_decide: await count('marketing', countCampaignsToDecide),
    chats_unread: await count('chat', countUnreadChats),
  }
}

export async function readFigures(context: RequestContext): Promise<Figures> {
  const session = await requireSession(context)
  const may = (area: Area) => mayEnter(session, area)
  return {
    ...(await countWaiting(context.db, may)),
    payment: may('payment_credentials') ? await paymentState(context) : 'ready',
    backup: may('backups') ? await backupState(context) : 'ready',
    mail: !may('mail') || (await hasMailServer(context)) ? 'ready' : 'missing',
  }
}
