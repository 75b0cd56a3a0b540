import { auditOf } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import * as catalog from '../catalog/reads.ts'
import * as chat from '../chat/reads.ts'
import * as content from '../content/reads.ts'
import * as mail from '../mail/reads.ts'
import * as orders from '../orders/reads.ts'
import * as payments from '../payments/reads.ts'
import * as returns from '../returns/reads.ts'
import * as reviews from '../reviews/reads.ts'

/** What each module stores about a person. A module that stores more adds itself here. */
export const personalData: Record<string, (db: Db, subject: DataSubject) => Promise<unknown>> = {
  orders: orders.personalDataOf,
  payments: payments.personalDataOf,
  returns: returns.personalDataOf,
  reviews: reviews.personalDataOf,
  review_votes: reviews.votesOf,
  chats: chat.personalDataOf,
  contact_messages: content.personalDataOf,
  mails: mail.personalDataOf,
  back_in_stock_requests: catalog.personalDataOf,
  saved_carts: orders.savedCartOf,
  contacts: orders.contactOf,
  admin_changes: (db, { user_id }) => auditOf(db, user_id),
}
