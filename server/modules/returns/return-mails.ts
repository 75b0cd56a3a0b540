import type { ReturnStatus } from '#contract/return-status.ts'
import type { Db } from '#server/platform/database.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { findAddressed } from '../orders/index.ts'
import { linesOf, withItems } from './read-returns.ts'
import type { returns } from './returns.table.ts'

type StoredReturn = typeof returns.$inferSelect
type Context = Pick<AppContext, 'config' | 'jobs'>

/** Queues the mail of the step that a return has just made. A refund brings its own; who withdraws knows it. */
export async function queueReturnMail(context: Context, tx: Db, made: StoredReturn) {
  const { id, order_id, status } = made
  const addressed = await findAddressed({ db: tx, config: context.config }, order_id)
  if (!addressed || !isMailed(status)) return
  const { order, to, common } = addressed
  const orderItems = withItems(order, await linesOf(tx, [id])).flatMap((line) => {
    const quantity = status === 'arrived' ? (line.arrived ?? 0) : line.quantity
    const { name, price, image_url: image } = line
    return quantity > 0 ? [{ name, price, image, quantity }] : []
  })
  const data = { ...common, orderItems }
  const mail = { to, cause: `return-${status}:${id}`, order_id }
  const answer = made.answer ?? ''
  const queue = {
    asked: () =>
      queueMail(context.jobs, tx, {
        ...mail,
        template: 'return-asked',
        data: { ...data, returnReason: made.reason },
      }),
    approved: () =>
      queueMail(context.jobs, tx, {
        ...mail,
        template: 'return-approved',
        data: { ...data, returnInstructions: made.instructions || undefined },
      }),
    declined: () =>
      queueMail(context.jobs, tx, {
        ...mail,
        template: 'return-declined',
        data: { ...data, returnAnswer: answer },
      }),
    arrived: () => queueMail(context.jobs, tx, { ...mail, template: 'return-arrived', data }),
    closed: () =>
      queueMail(context.jobs, tx, {
        ...mail,
        template: 'return-closed',
        data: { ...data, returnAnswer: answer },
      }),
  }
  await queue[status]()
}

const MAILED = ['asked', 'approved', 'declined', 'arrived', 'closed'] as const

const isMailed = (status: ReturnStatus): status is (typeof MAILED)[number] =>
  MAILED.some((one) => one === status)
