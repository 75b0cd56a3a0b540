import { implement } from '@orpc/server'
import * as contract from '#contract/admin-orders.ts'
import { customerImport } from '#contract/customer-import.ts'
import { ordersByHand } from '#contract/orders-by-hand.ts'
import { packing } from '#contract/packing.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { readSeller } from '../content/reads.ts'
import { addNote, changeStatuses, readAdminOrder, removeNote } from './admin-order.ts'
import { findCustomers, listCustomers, readCustomer, removeContact } from './customers.ts'
import { editOrder } from './edit-order.ts'
import { importCustomers } from './import-customers.ts'
import { listOrders } from './list-orders.ts'
import { markPaid } from './mark-paid.ts'
import { placeByHand, sendPaymentLink, setCustomerNote } from './orders-by-hand.ts'
import { setPacked } from './packing.ts'
import { composeQuote } from './quote.ts'
import { readOrder, readOrders } from './read-orders.ts'
import { shipFromCsv } from './ship-from-csv.ts'

const api = implement({
  orders: { ...contract.adminOrders, ...packing, ...ordersByHand },
  customers: { ...contract.customers, ...customerImport },
})
  .$context<RequestContext>()
  .use(guard)

export const adminOrdersRouter = {
  admin_list: api.orders.admin_list.handler(({ context, input }) => listOrders(context.db, input)),
  admin_get: api.orders.admin_get.handler(({ context, input }) =>
    readAdminOrder(context.db, input.id),
  ),
  set_statuses: api.orders.set_statuses.handler(async ({ context, input }) =>
    changeStatuses(context, input, await changedBy(context)),
  ),
  mark_paid: api.orders.mark_paid.handler(async ({ context, input }) =>
    markPaid(context, input, await changedBy(context)),
  ),
  add_note: api.orders.add_note.handler(async ({ context, input }) =>
    addNote(context.db, input, await changedBy(context)),
  ),
  remove_note: api.orders.remove_note.handler(async ({ context, input }) =>
    removeNote(context.db, input.id, await changedBy(context)),
  ),
  admin_invoice: api.orders.admin_invoice.handler(async ({ context, input }) => {
    const order = await readOrder(context.db, input.id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    // What draws documents is large, and loaded with the first one.
    const { invoiceFile } = await import('./invoice.ts')
    return invoiceFile(order, () => readSeller(context))
  }),
  packing_slips: api.orders.packing_slips.handler(async ({ context, input }) => {
    const { packingSlipsFile } = await import('./packing-slip.ts')
    return packingSlipsFile(await readOrders(context.db, input.ids), await readSeller(context))
  }),
  set_packed: api.orders.set_packed.handler(async ({ context, input }) =>
    setPacked(context.db, input, await changedBy(context)),
  ),
  pick_list: api.orders.pick_list.handler(async ({ context, input }) => {
    const { pickListFile } = await import('./pick-list.ts')
    return pickListFile(context, input.ids)
  }),
  find_customers: api.orders.find_customers.handler(({ context, input }) =>
    findCustomers(context.db, input.q),
  ),
  quote_by_hand: api.orders.quote_by_hand.handler(({ context, input }) =>
    composeQuote(context, input),
  ),
  place_by_hand: api.orders.place_by_hand.handler(async ({ context, input }) =>
    placeByHand(context, input, await changedBy(context)),
  ),
  edit: api.orders.edit.handler(async ({ context, input }) =>
    editOrder(context, input, await changedBy(context)),
  ),
  send_payment_link: api.orders.send_payment_link.handler(async ({ context, input }) =>
    sendPaymentLink(context, input.id, await changedBy(context)),
  ),
  set_customer_note: api.orders.set_customer_note.handler(async ({ context, input }) =>
    setCustomerNote(context.db, input, await changedBy(context)),
  ),
  ship_from_csv: api.orders.ship_from_csv.handler(async ({ context, input }) =>
    shipFromCsv(context, input, await changedBy(context)),
  ),
}

export const customersRouter = {
  list: api.customers.list.handler(({ context, input }) => listCustomers(context.db, input)),
  get: api.customers.get.handler(({ context, input }) => readCustomer(context.db, input.key)),
  import: api.customers.import.handler(async ({ context, input }) =>
    importCustomers(context.db, input, await changedBy(context)),
  ),
  remove_contact: api.customers.remove_contact.handler(async ({ context, input }) =>
    removeContact(context.db, input.email, await changedBy(context)),
  ),
  orders: api.customers.orders.handler(({ context, input }) =>
    listOrders(context.db, { customer: input.key }),
  ),
}
