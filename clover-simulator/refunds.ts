import { type Answer, type Call, json, notFound, Refused, readJson } from './http.ts'
import { newId, type Payment, type Refund } from './ledger.ts'
import { merchantsOfToken, type Simulation } from './simulation.ts'

type RefundRequest = { charge?: unknown; amount?: unknown; reason?: unknown }

function refusal(status: number, code: string, text: string, param?: string): Refused {
  const type = code === 'idempotency_mismatch' ? 'idempotency_error' : 'invalid_request_error'
  return new Refused(json({ message: text, error: { type, code, message: text, param } }, status))
}

export const writeRefund = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: refund.payment_id,
  created: refund.created_time,
  reason: refund.reason,
  status: 'succeeded',
})

export async function createRefund(sim: Simulation, call: Call): Promise<Answer> {
  const merchants = merchantsOfToken(sim, call).map((merchant) => merchant.id)
  const request = readRequest(call)
  const payment = sim.ledger.payments.get(String(request.charge))
  if (payment?.result !== 'SUCCESS' || !merchants.includes(payment.merchant_id)) {
    throw refusal(404, 'resource_missing', `No such charge: ${String(request.charge)}`, 'charge')
  }
  const key = call.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : null
  const earlier = findByKey(sim, payment, idempotencyKey, request.amount)
  if (earlier) return json(writeRefund(earlier))
  const refund: Refund = {
    id: newId('REF'),
    merchant_id: payment.merchant_id,
    payment_id: payment.id,
    amount: refundableAmount(sim, payment, request.amount),
    reason: typeof request.reason === 'string' ? request.reason : 'requested_by_customer',
    created_time: sim.now(),
    idempotency_key: idempotencyKey,
  }
  sim.ledger.refunds.set(refund.id, refund)
  await sim.ledger.save()
  return json(writeRefund(refund))
}

function readRequest(call: Call): RefundRequest {
  const body = readJson(call.body)
  const request: RefundRequest = typeof body === 'object' && body !== null ? body : {}
  if (typeof request.charge !== 'string' || !request.charge) {
    throw refusal(400, 'parameter_missing', 'Please provide charge.', 'charge')
  }
  return request
}

const refundsOf = (sim: Simulation, payment: Payment) =>
  [...sim.ledger.refunds.values()].filter((refund) => refund.payment_id === payment.id)

function findByKey(sim: Simulation, payment: Payment, key: string | null, amount: unknown) {
  if (!key) return undefined
  const earlier = [...sim.ledger.refunds.values()].find((one) => one.idempotency_key === key)
  if (!earlier) return undefined
  const same = earlier.payment_id === payment.id && (amount ?? earlier.amount) === earlier.amount
  if (!same) throw refusal(400, 'idempotency_mismatch', 'This key was used for another refund.')
  return earlier
}

function refundableAmount(sim: Simulation, payment: Payment, wanted: unknown): number {
  const given = refundsOf(sim, payment).reduce((sum, refund) => sum + refund.amount, 0)
  const left = payment.amount - given
  if (left === 0) {
    throw refusal(400, 'charge_already_refunded', 'This charge is already refunded.', 'charge')
  }
  const amount = wanted === undefined || wanted === null ? left : wanted
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) {
    throw refusal(400, 'parameter_invalid', 'amount should be a positive integer.', 'amount')
  }
  if (amount > left) {
    throw refusal(400, 'amount_too_large', `At most ${left} can be refunded.`, 'amount')
  }
  return amount
}

export function readRefund(sim: Simulation, call: Call, [id = '']: string[]): Answer {
  const merchants = merchantsOfToken(sim, call).map((merchant) => merchant.id)
  const refund = sim.ledger.refunds.get(id)
  if (!refund || !merchants.includes(refund.merchant_id)) return notFound()
  return json(writeRefund(refund))
}

export function listRefunds(sim: Simulation, call: Call): Answer {
  const merchants = merchantsOfToken(sim, call).map((merchant) => merchant.id)
  const charge = call.url.searchParams.get('charge')
  const limit = Math.min(100, Math.max(1, Number(call.url.searchParams.get('limit')) || 10))
  const data = [...sim.ledger.refunds.values()]
    .filter((refund) => merchants.includes(refund.merchant_id))
    .filter((refund) => charge === null || refund.payment_id === charge)
    .reverse()
  return json({
    object: 'list',
    data: data.slice(0, limit).map(writeRefund),
    has_more: data.length > limit,
  })
}
