/** A file that decides money, and the tests that must detect every change of it. */
export type MoneyFile = { file: string; tests: string[]; needsDatabase?: boolean }

const ORDERS = 'server/modules/orders'
const PAYMENTS = 'server/modules/payments'
const PURE = [`${ORDERS}/exact-amounts.test.ts`, `${ORDERS}/totals.test.ts`]

/** The quickest first: what needs no database takes a second for each change. */
export const MONEY_FILES: MoneyFile[] = [
  { file: 'contract/split-cents.ts', tests: PURE },
  { file: 'contract/refund-parts.ts', tests: PURE },
  {
    file: 'contract/money.ts',
    tests: [...PURE, 'web/lib/money.test.ts'],
  },
  { file: `${ORDERS}/totals.ts`, tests: PURE },
  {
    file: `${PAYMENTS}/payment-lines.ts`,
    tests: [`${PAYMENTS}/payment-lines.test.ts`],
  },
  {
    file: `${ORDERS}/quote.ts`,
    tests: [
      ...['quote', 'place-order', 'orders-by-hand'].map((name) => `${ORDERS}/${name}.test.ts`),
      'server/modules/shipping/shipping.test.ts',
      'server/modules/tax/tax.test.ts',
      `${ORDERS}/paid-by-hand.test.ts`,
    ],
    needsDatabase: true,
  },
  {
    file: `${ORDERS}/holds.ts`,
    tests: ['holds', 'place-order', 'orders-by-hand'].map((name) => `${ORDERS}/${name}.test.ts`),
    needsDatabase: true,
  },
  {
    file: `${ORDERS}/long-holds.ts`,
    tests: [`${ORDERS}/paid-by-hand.test.ts`, `${ORDERS}/place-order.test.ts`],
    needsDatabase: true,
  },
  {
    file: `${ORDERS}/edit-coupons.ts`,
    tests: [`${ORDERS}/edit-coupons.test.ts`],
    needsDatabase: true,
  },
  {
    file: `${PAYMENTS}/settle-payment.ts`,
    tests: ['settle-payment', 'webhooks', 'reconcile'].map((n) => `${PAYMENTS}/${n}.test.ts`),
    needsDatabase: true,
  },
  {
    file: `${PAYMENTS}/confirm-payment.ts`,
    tests: ['confirm-payment', 'webhooks', 'reconcile'].map((n) => `${PAYMENTS}/${n}.test.ts`),
    needsDatabase: true,
  },
  {
    file: `${PAYMENTS}/refunds.ts`,
    tests: [
      `${PAYMENTS}/refunds.test.ts`,
      'server/modules/tax/tax.test.ts',
      'server/modules/returns/returns.test.ts',
    ],
    needsDatabase: true,
  },
  {
    file: `${PAYMENTS}/refund-parts.ts`,
    tests: [`${PAYMENTS}/refund-parts.test.ts`],
    needsDatabase: true,
  },
  {
    file: 'server/modules/returns/refundable.ts',
    tests: ['server/modules/returns/refundable.test.ts'],
    needsDatabase: true,
  },
]
