/**
 * Why no test can detect a change, by file and change as docs/mutation.md writes it. A reason whose change is not
 * among the survivors fails: it would explain nothing.
 */
export const EXPLAINED: Record<string, Record<string, string>> = {
  'contract/split-cents.ts': {
    'amount === 0 → false': 'Equal: of nothing, each share is computed as nothing.',
  },
  'contract/money.ts': {
    '\'\' → "Stryker was here!"':
      'Equal: a text that is split has a first part; the default is for the type checker.',
  },
  'server/modules/orders/totals.ts': {
    'lines[place]?.tax_exempt → lines[place].tax_exempt':
      'Equal: there is a line for each amount; the question mark is for the type checker.',
  },
  'server/modules/orders/quote.ts': {
    'one.product_id < other.product_id → one.product_id <= other.product_id':
      'Equal: each product is there once.',
  },
  'server/modules/orders/holds.ts': {
    'own.last_expired_at !== null → true':
      'Equal: with expired holds there is a last one; the comparison is for the type checker.',
    '!own → false': 'Equal: counting has one row; the check is for the type checker.',
    '\'No holds were counted\' → ""': 'Counting has one row, so this is never thrown.',
    'order.coupon_code → true':
      'Equal: no coupon has the code null; the condition only saves a statement.',
    '{ id: coupons.id } → {}': 'Equal: whether there is a row counts, not what is in it.',
    'current > longest → current >= longest': 'Equal: both are the same moment then.',
    'needed < deadline → needed <= deadline': 'Equal: both are the same moment then.',
    'hold_until <= new Date(order.hold_until ?? 0) → hold_until < new Date(order.hold_until ?? 0)':
      'Equal: the same moment is written again.',
  },
  'server/modules/orders/long-holds.ts': {
    '\'long-holds\' → ""': 'Equal: any name of the lock does that is the same for all.',
  },
  'server/modules/payments/payment-lines.ts': {
    '[] → ["Stryker was here"]':
      'Equal: what has no amount is left out with the charges of nothing.',
  },
  'server/modules/payments/settle-payment.ts': {
    '\'unknown-order\' → ""':
      'Never reached: without an order there is a problem. It is for the type checker.',
    '\'payments\' → ""': 'The type checker refuses it: there is no such list.',
    'await hasDecline(db, eq(payment_declines.payment_id, payment_id)) → false':
      'Equal: the second time nothing is stored or mailed; it saves a transaction.',
  },
  'server/modules/payments/refunds.ts': {
    '!stored → false': 'Equal: what is inserted is returned; the check is for the type checker.',
    '\'The refund was not stored\' → ""': 'What is inserted is returned, so this is never thrown.',
    'payment?.merchant_id → payment.merchant_id':
      'Equal: each refund has its payment; the question mark is for the type checker.',
    '!updated → false':
      'The refund was read in this transaction, and refunds go only with all demo data; the check is for the type checker.',
    '`Refund ${id} is gone` → ``':
      'Thrown only if all demo data is removed between two statements.',
    '\'orders\' → ""': 'The type checker refuses it: there is no such list.',
    '\'payments\' → ""': 'The type checker refuses it: there is no such list.',
  },
  'server/modules/payments/refund-parts.ts': {
    '[] → ["Stryker was here"]':
      'Equal: a payment without an order has completed none, so it has no parts.',
  },
  'server/modules/returns/refundable.ts': {
    'charges[place]?.goods → charges[place].goods':
      'Equal: each line has its charges; the question mark is for the type checker.',
    'charges[place]?.tax → charges[place].tax':
      'Equal: each line has its charges; the question mark is for the type checker.',
  },
}
