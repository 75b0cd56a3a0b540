import type { Merchant } from './fixtures.ts'
import { type Answer, badRequest, type Call, json, notFound } from './http.ts'
import type { Order, Payment } from './ledger.ts'
import { writeRefund } from './refunds.ts'
import { merchantOfPath, merchantsOfToken, type Simulation } from './simulation.ts'

const expands = (call: Call) =>
  new Set(call.url.searchParams.getAll('expand').flatMap((value) => value.split(',')))

function writeMerchant(sim: Simulation, call: Call, merchant: Merchant) {
  return {
    href: `${sim.publicUrl}/v3/merchants/${merchant.id}`,
    id: merchant.id,
    name: merchant.name,
    owner: { id: 'OWNERSIM00001' },
    ...(expands(call).has('address') && { address: merchant.address }),
    ...(expands(call).has('properties') && {
      properties: { defaultCurrency: merchant.currency },
    }),
    phoneNumber: merchant.phoneNumber,
    website: merchant.website,
    customerContactEmail: merchant.customerContactEmail,
    createdTime: 1_700_000_000_000,
  }
}

export function readMerchant(sim: Simulation, call: Call, [id]: string[]): Answer {
  return json(writeMerchant(sim, call, merchantOfPath(sim, call, id)))
}

export function listMerchants(sim: Simulation, call: Call): Answer {
  const elements = merchantsOfToken(sim, call).map((one) => writeMerchant(sim, call, one))
  return json({ elements, href: `${sim.publicUrl}/v3/merchants` })
}

export function listTaxRates(sim: Simulation, call: Call, [id]: string[]): Answer {
  const merchant = merchantOfPath(sim, call, id)
  const href = `${sim.publicUrl}/v3/merchants/${merchant.id}/tax_rates`
  return json({ elements: merchant.taxRates, href })
}

const isVisible = (sim: Simulation, payment: Payment) =>
  sim.now() - payment.created_time >= sim.settings.payments.notFoundForMs

const resultOf = (sim: Simulation, payment: Payment) =>
  payment.result === 'SUCCESS' ? sim.settings.payments.result : payment.result

function writeOrder(sim: Simulation, order: Order, wanted: Set<string>) {
  const lines = sim.ledger.sessions.get(order.session_id)?.lines ?? []
  const payments = [...sim.ledger.payments.values()].filter((one) => one.order_id === order.id)
  const visible = payments.filter((one) => isVisible(sim, one))
  return {
    href: `${sim.publicUrl}/v3/merchants/${order.merchant_id}/orders/${order.id}`,
    id: order.id,
    currency: sim.merchants.find((one) => one.id === order.merchant_id)?.currency ?? 'USD',
    total: order.total,
    state: order.state,
    createdTime: order.created_time,
    clientCreatedTime: order.created_time,
    modifiedTime: order.created_time,
    ...(wanted.has('lineItems') && {
      lineItems: {
        elements: lines.map((line, place) => ({
          id: `${order.id.slice(0, 10)}L${String(place).padStart(2, '0')}`,
          name: line.name,
          note: line.note,
          price: line.price,
          // Order lines count in thousandths, unlike the lines of a checkout.
          unitQty: line.unit_qty * 1000,
        })),
      },
    }),
    ...(wanted.has('payments') && {
      payments: { elements: visible.map((one) => writePayment(sim, one, new Set())) },
    }),
  }
}

function writePayment(sim: Simulation, payment: Payment, wanted: Set<string>): object {
  const order = sim.ledger.orders.get(payment.order_id)
  const orderParts = [...wanted].filter((part) => part.startsWith('order.')).map((p) => p.slice(6))
  const showsOrder = order && (wanted.has('order') || orderParts.length > 0)
  const refunds = [...sim.ledger.refunds.values()].filter((one) => one.payment_id === payment.id)
  return {
    id: payment.id,
    order: showsOrder ? writeOrder(sim, order, new Set(orderParts)) : { id: payment.order_id },
    tender: { id: 'TENDERSIM0001', label: 'Credit Card' },
    amount: payment.amount + sim.settings.payments.amountDelta,
    tipAmount: 0,
    taxAmount: payment.tax_amount,
    createdTime: payment.created_time,
    clientCreatedTime: payment.created_time,
    modifiedTime: payment.created_time,
    offline: false,
    result: resultOf(sim, payment),
    // Documented for errors of the Ecommerce API only; where a hosted payment shows it is not documented.
    ...(payment.decline_code && { decline_code: payment.decline_code }),
    cardTransaction: { cardType: payment.card_type, last4: payment.last4 },
    ...(wanted.has('refunds') && { refunds: { elements: refunds.map(writeRefund) } }),
  }
}

export function readPayment(sim: Simulation, call: Call, [merchantId, id = '']: string[]): Answer {
  const merchant = merchantOfPath(sim, call, merchantId)
  const payment = sim.ledger.payments.get(id)
  if (payment?.merchant_id !== merchant.id || !isVisible(sim, payment)) return notFound()
  return json(writePayment(sim, payment, expands(call)))
}

export function readOrder(sim: Simulation, call: Call, [merchantId, id = '']: string[]): Answer {
  const merchant = merchantOfPath(sim, call, merchantId)
  const order = sim.ledger.orders.get(id)
  if (order?.merchant_id !== merchant.id) return notFound()
  return json(writeOrder(sim, order, expands(call)))
}

export function listPayments(sim: Simulation, call: Call, [merchantId]: string[]): Answer {
  const merchant = merchantOfPath(sim, call, merchantId)
  const { searchParams } = call.url
  const filters = searchParams.getAll('filter').map((filter) => readFilter(sim, filter))
  const limit = readCount(searchParams.get('limit'), 100, 1000)
  const offset = readCount(searchParams.get('offset'), 0, Number.MAX_SAFE_INTEGER)
  const found = [...sim.ledger.payments.values()]
    .filter((payment) => payment.merchant_id === merchant.id && isVisible(sim, payment))
    .filter((payment) => filters.every((matches) => matches(payment)))
    .sort((one, other) => other.created_time - one.created_time)
    .slice(offset, offset + limit)
  const wanted = expands(call)
  return json({
    elements: found.map((payment) => writePayment(sim, payment, wanted)),
    href: `${sim.publicUrl}/v3/merchants/${merchant.id}/payments?limit=${limit}`,
  })
}

function readCount(value: string | null, otherwise: number, most: number): number {
  if (value === null) return otherwise
  if (!/^\d{1,15}$/.test(value)) throw badRequest('limit and offset should be whole numbers.')
  return Math.min(Number(value), most)
}

const comparisons: Record<string, (one: number, other: number) => boolean> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '=': (one, other) => one === other,
}

function readFilter(sim: Simulation, filter: string): (payment: Payment) => boolean {
  const [, field, operator = '', value = ''] = /^(\w+)(>=|<=|>|<|=)(\w+)$/.exec(filter) ?? []
  const compare = comparisons[operator]
  if (field === 'result' && operator === '=') return (payment) => resultOf(sim, payment) === value
  const isTime = field === 'createdTime' || field === 'modifiedTime'
  if (!compare || !isTime || !/^\d+$/.test(value)) {
    throw badRequest(`Unknown filter: ${filter.slice(0, 100)}`)
  }
  return (payment) => compare(payment.created_time, Number(value))
}
