import type { PaymentMethodEdit } from '#contract/edit-payment-methods.ts'
import { type MethodByHand, PAYMENT_METHOD_NAMES } from '#contract/payment-methods.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { payment_methods } from './payments.table.ts'

type Edit = PaymentMethodEdit & { id: MethodByHand; version: number }

/** Orders that were placed before keep their deadline. */
export const savePaymentMethod = (db: Db, { id, version, ...edit }: Edit, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const name = () => PAYMENT_METHOD_NAMES[id]
    const saved = await updateRow(tx, payment_methods, { id, version }, edit, { by, name })
    // The studio shows the mails of these orders as soon as they can be sent.
    await announceChange(tx, 'payment_methods', 'mail_templates')
    return saved
  })
