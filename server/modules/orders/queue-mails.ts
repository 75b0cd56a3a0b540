import { STATUS_WHEN_DELIVERED } from '#contract/order-status.ts'
import type { Order, Tracking } from '#contract/orders.ts'
import { DAY_SECONDS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import type { OrderMail } from './addressed-order.ts'

/** The queue's name in existing databases. */
export const ORDER_MAIL = 'order-news'

/** A confirmation to send: the mail module composes it with `confirmationOf`. */
export type ConfirmationJob = { paid_order_id: string }

/** Queues the confirmation inside the transaction. It carries an invoice, which is drawn when it is sent. */
export function queueConfirmation(jobs: Jobs, tx: Db, order_id: string) {
  const job: ConfirmationJob = { paid_order_id: order_id }
  return jobs.enqueue(tx, SEND_MAIL, job)
}

/** Queues the mail inside the transaction; it is composed from the order as it is when the job runs. */
export const queueOrderMail = (jobs: Jobs, tx: Db, mail: OrderMail) =>
  jobs.enqueue(tx, ORDER_MAIL, mail)

export const FOLLOW_UP = 'order-follow-up'

/** Queues a reminder of an order that was not paid. Not among the mails that are due: those must not wait. */
export const queueReminder = (jobs: Jobs, tx: Db, order_id: string) =>
  jobs.enqueue(tx, FOLLOW_UP, { about: 'abandoned', order_id }, { after_seconds: DAY_SECONDS })

/** The reminder is sent a day and a half before the end of the last day. */
export const REMINDED_BEFORE_SECONDS = 1.5 * DAY_SECONDS

/** A reminder in a shorter time would follow the instructions too closely. */
const REMINDED_FROM_DAYS = 3

/** Queues how to pay, and a reminder a day before the deadline. */
export async function queueOrderReceived(
  jobs: Jobs,
  tx: Db,
  { id: order_id, hold_until, at }: { id: string; hold_until: Date; at: Date },
) {
  await queueOrderMail(jobs, tx, { about: 'received', order_id })
  const seconds = (hold_until.getTime() - at.getTime()) / 1000
  if (seconds < REMINDED_FROM_DAYS * DAY_SECONDS) return
  const after_seconds = Math.round(seconds - REMINDED_BEFORE_SECONDS)
  await jobs.enqueue(tx, FOLLOW_UP, { about: 'payment-due', order_id }, { after_seconds })
}

/** Queues what is written some time after a purchase: a request for a review, and one suggestion. */
export async function queueFollowUps(jobs: Jobs, tx: Db, order_id: string) {
  const queue = (about: 'review' | 'follow-up', days: number) =>
    jobs.enqueue(tx, FOLLOW_UP, { about, order_id }, { after_seconds: days * DAY_SECONDS })
  await queue('review', 7)
  await queue('follow-up', 30)
}

/** Which mail the customer gets after a change of the back office, if any. */
export function mailAbout(
  before: Pick<Order, 'status' | 'tracking_number'>,
  { status, tracking_number }: Pick<Order, 'status'> & Tracking,
) {
  if (status === 'shipped') {
    const isNewNumber = Boolean(tracking_number) && tracking_number !== before.tracking_number
    return before.status !== 'shipped' || isNewNumber ? 'shipped' : null
  }
  if (status === before.status) return null
  if (status === 'cancelled') return 'cancelled'
  return status === STATUS_WHEN_DELIVERED && before.status === 'shipped' ? 'delivered' : null
}
