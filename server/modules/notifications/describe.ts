import { ticketNumber } from '#contract/contact-messages.ts'
import { orderNumber } from '#contract/ids.ts'
import { moneyIn } from '#contract/money.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { PAID_HOW } from '#contract/payment-methods.ts'
import type { TemplateData } from '#emails/catalogue.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { lastFailure, openProblems } from '../backups/reads.ts'
import { findProducts } from '../catalog/reads.ts'
import { openChats } from '../chat/reads.ts'
import { switchedOffWebhooks } from '../connections/reads.ts'
import { contactMessagesOf, readCurrency } from '../content/reads.ts'
import { failedMails } from '../mail/reads.ts'
import { readOrders } from '../orders/reads.ts'
import { attentionOf } from '../payments/reads.ts'
import { returnsNamed } from '../returns/reads.ts'

type Source = Pick<AppContext, 'config' | 'db'>
type Line = TemplateData['team-notification']['groups'][number]['lines'][number]

/** What a mail or a notification says of each kind. What is gone meanwhile is left out. */
export const NOTIFICATIONS: Record<
  NotificationKind,
  {
    /** As in "3 new orders". */
    one: string
    many: string
    /** The screen of all of them. */
    path: string
    describe: (context: Source, ids: string[]) => Promise<Line[]>
  }
> = {
  orders: {
    one: 'new order',
    many: 'new orders',
    path: '/admin/orders?to_ship=true',
    describe: async (context, ids) => {
      const money = moneyIn(await readCurrency(context))
      return (await readOrders(context.db, ids)).map(({ id, total, items, shipping_address }) => ({
        title: `Order ${orderNumber(id)}, ${money(total)}`,
        text: [
          ...items.map(({ quantity, name }) => `${quantity} × ${name}`),
          shipping_address
            ? `For ${shipping_address.fullName}, ${shipping_address.city}`
            : 'The address follows.',
        ].join('\n'),
        link: `/admin/orders/${id}`,
      }))
    },
  },
  placed: {
    one: 'order that waits for its payment',
    many: 'orders that wait for their payment',
    path: '/admin/orders?awaits_payment=true',
    describe: async (context, ids) => {
      const money = moneyIn(await readCurrency(context))
      const orders = await readOrders(context.db, ids)
      return orders
        .filter(({ completed_at, status }) => !completed_at && status !== 'cancelled')
        .map(({ id, total, items, payment_method, shipping_address }) => ({
          title: `Order ${orderNumber(id)}, ${money(total)}, ${PAID_HOW[payment_method]}`,
          text: [
            ...items.map(({ quantity, name }) => `${quantity} × ${name}`),
            ...(shipping_address ? [`For ${shipping_address.fullName}`] : []),
          ].join('\n'),
          link: `/admin/orders/${id}`,
        }))
    },
  },
  returns: {
    one: 'return to answer',
    many: 'returns to answer',
    path: '/admin/returns?status=asked',
    describe: async ({ db }, ids) =>
      (await returnsNamed(db, ids)).map(({ id, order_id, reason }) => ({
        title: `A return of order ${orderNumber(order_id)}`,
        text: shortened(reason),
        link: `/admin/returns/${id}`,
      })),
  },
  payments: {
    one: 'payment that needs you',
    many: 'payments that need you',
    path: '/admin/orders?needs_attention=true',
    describe: async (context, ids) => {
      const money = moneyIn(await readCurrency(context))
      return (await attentionOf(context.db, ids)).map(({ amount, order_id }) => ({
        title: `A payment of ${money(amount)}`,
        text: order_id
          ? `For order ${orderNumber(order_id)}.`
          : 'It belongs to no order that we know.',
        link: '/admin/orders?needs_attention=true',
      }))
    },
  },
  stock: {
    one: 'product that runs low',
    many: 'products that run low',
    path: '/admin/products?stock=low',
    describe: async ({ db }, ids) =>
      (await findProducts(db, ids))
        .filter(({ archived_at }) => !archived_at)
        .map(({ id, name, stock }) => ({
          title: name,
          text: stock > 0 ? `${stock} left` : 'Sold out',
          link: `/admin/products/${id}`,
        })),
  },
  contact: {
    one: 'contact message',
    many: 'contact messages',
    path: '/admin/contact-messages?status=new',
    describe: async ({ db }, ids) =>
      (await contactMessagesOf(db, ids)).map(({ id, name, message }) => ({
        title: `${name} (${ticketNumber(id)})`,
        text: shortened(message),
        link: '/admin/contact-messages',
      })),
  },
  mail: {
    one: 'mail that did not arrive',
    many: 'mails that did not arrive',
    path: '/admin/mails?status=failed',
    describe: async ({ db }, ids) =>
      (await failedMails(db, ids)).map(({ to_address, subject, error }) => ({
        title: `To ${to_address}`,
        text: [subject, error].filter(Boolean).join('\n'),
        link: '/admin/mails?status=failed',
      })),
  },
  backups: {
    one: 'backup that needs you',
    many: 'backups that need you',
    path: '/admin/backups',
    describe: async ({ db }, ids) => {
      const link = '/admin/backups'
      const failure = ids.includes(FAILED_BACKUP) ? await lastFailure(db) : null
      const problems = await openProblems(db, ids)
      return [
        ...(failure === null ? [] : [{ title: 'The backup failed', text: failure, link }]),
        ...problems.map(({ id, text }) => ({ title: BACKUP_PROBLEMS[id], text, link })),
      ]
    },
  },
  webhooks: {
    one: 'webhook that was switched off',
    many: 'webhooks that were switched off',
    path: '/admin/webhooks',
    describe: async ({ db }, ids) =>
      (await switchedOffWebhooks(db, ids)).map(({ url, reason }) => ({
        title: url,
        text:
          reason === 'gone'
            ? 'It said that it does not exist any more, so nothing is sent there.'
            : 'Nothing could be delivered for three days, so nothing is sent there any more.',
        link: '/admin/webhooks',
      })),
  },
  chats: {
    one: 'new chat',
    many: 'new chats',
    path: '/admin/chat?unread=true',
    describe: async ({ db }, ids) =>
      (await openChats(db, ids)).map(({ id, customer_name }) => ({
        title: `New chat with ${customer_name}`,
        text: 'Somebody waits for an answer.',
        link: `/admin/chat?conversation=${id}`,
      })),
  },
}

/** The row of the last outcome; the others are rows of problems. */
const FAILED_BACKUP = 'backups'
const BACKUP_PROBLEMS: Record<Awaited<ReturnType<typeof openProblems>>[number]['id'], string> = {
  missing: 'A backup is missing',
  'copy-failed': 'The backup was not copied to the bucket',
  'copy-missing': 'A copy in the bucket is missing',
  'test-failed': 'The restore test failed',
}

const LONGEST_EXCERPT = 300
const shortened = (text: string) =>
  text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)} …` : text
